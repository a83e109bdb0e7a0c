"""Start the command line."""

from lorepack.library import find_packages


def main() -> None:
    """Hand over to the commands."""
    find_packages()
    from cli.main import main as run

    run()


if __name__ == "__main__":
    main()

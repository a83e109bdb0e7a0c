"""What people are shown of jobs and of how far a project has come."""

from rich.markup import escape

from cli import output
from lorepack.records import Freshness, Job, ProjectStatus


def print_queued(job: Job) -> None:
    """Say that a job waits, and for whom."""
    project = escape(job.project)
    output.out().print(
        f"{job.kind} is {job.state} as job {job.id}: `lorepack serve` or `lorepack worker` does it "
        f"while it runs, `lorepack summarise {project} --wait` at once"
    )


def print_jobs(jobs: list[Job]) -> None:
    """List jobs, a line for each: its id is to be copied whole."""
    if not jobs:
        output.out().print("no jobs")
    for job in jobs:
        line = f"{job.id}  {job.project}  {job.kind}  {job.state}  {job.done}/{job.total} chapters"
        if job.attempt > 1:
            line += f"  attempt {job.attempt}"
        if job.error:
            line += f"  {job.error}"
        output.out().print(escape(line))


def print_status(status: ProjectStatus) -> None:
    """Say what a project holds, and what is still to be done for it."""
    console = output.out()
    console.print(
        escape(f"{status.project}: {status.chapters} chapters, {status.characters:,} characters")
    )
    told = ", ".join(f"{count} {state}" for state, count in sorted(status.summaries.items()))
    console.print(f"summaries: {told or 'no chapters'}")
    console.print(f"vectors still to come: {status.index_lag} chapters")
    if status.repaired or status.rejected:
        console.print(
            f"statements of the model put right from the text: {status.repaired}, "
            f"left out: {status.rejected}"
        )
    for chapter in status.behind:
        console.print(escape(_behind(chapter)))
    if status.jobs:
        print_jobs(list(status.jobs))


def _behind(chapter: Freshness) -> str:
    why = chapter.error or ", ".join(chapter.differences)
    return f"chapter {chapter.chapter}: summary {chapter.state} ({why})"

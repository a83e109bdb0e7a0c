"""The guard: nothing written about a text changes or invents a hard fact of it."""

from story.guard.findings import Finding, FindingKind, Guarded, Verdict
from story.guard.guarding import guard, kept_facts

__all__ = ["Finding", "FindingKind", "Guarded", "Verdict", "guard", "kept_facts"]

"""What the steps need from the outside; adapters in `storage` and `providers` supply it.

Ports speak this project's words, one per record. They are synchronous; a `Scope` comes first
wherever stored data is touched.
"""

from lorepack.ports.audits import Audits, Cut, StoredRevision
from lorepack.ports.book import (
    ChapterContent,
    Chapters,
    Edition,
    OutlineEntry,
    Place,
    Project,
    Projects,
    Revision,
    Snippets,
)
from lorepack.ports.chat import (
    NOTHING_SPENT,
    Answer,
    AnswerForm,
    Call,
    ChatModel,
    ChatTiers,
    Meter,
    Question,
    Spent,
)
from lorepack.ports.continuity import ClaimsCache, Exemptions, KeptClaims
from lorepack.ports.entities import Entities
from lorepack.ports.index import (
    Point,
    Pooled,
    Pooling,
    Pools,
    SparseVector,
    VectorIndex,
)
from lorepack.ports.jobs import Checkpoint, Clock, Jobs, Lease
from lorepack.ports.journal import WHOLE_JOURNAL, Journal, JournalEntry
from lorepack.ports.leases import Leases
from lorepack.ports.ledger import Ledger
from lorepack.ports.literals import LiteralIndex, LiteralRow
from lorepack.ports.made import (
    Changes,
    Runs,
    Summaries,
    Summary,
    VectorCache,
)
from lorepack.ports.memories import Memories, Sources
from lorepack.ports.models import (
    Embedder,
    Progress,
    Reranker,
    TokenCounter,
    Tokenizer,
    Tokenizers,
    Vector,
)
from lorepack.ports.profiles import Profiles
from lorepack.ports.record import (
    Record,
    UnitOfWork,
)

__all__ = [
    "NOTHING_SPENT",
    "WHOLE_JOURNAL",
    "Answer",
    "AnswerForm",
    "Audits",
    "Call",
    "Changes",
    "ChapterContent",
    "Chapters",
    "ChatModel",
    "ChatTiers",
    "Checkpoint",
    "ClaimsCache",
    "Clock",
    "Cut",
    "Edition",
    "Embedder",
    "Entities",
    "Exemptions",
    "Jobs",
    "Journal",
    "JournalEntry",
    "KeptClaims",
    "Lease",
    "Leases",
    "Ledger",
    "LiteralIndex",
    "LiteralRow",
    "Memories",
    "Meter",
    "OutlineEntry",
    "Place",
    "Point",
    "Pooled",
    "Pooling",
    "Pools",
    "Profiles",
    "Progress",
    "Project",
    "Projects",
    "Question",
    "Record",
    "Reranker",
    "Revision",
    "Runs",
    "Snippets",
    "Sources",
    "SparseVector",
    "Spent",
    "StoredRevision",
    "Summaries",
    "Summary",
    "TokenCounter",
    "Tokenizer",
    "Tokenizers",
    "UnitOfWork",
    "Vector",
    "VectorCache",
    "VectorIndex",
]

"""What a chapter claims: who dies, holds, knows and is what. Read by grammar, without a model."""

from story.claims.claim import Claim, ClaimKind, Mode
from story.claims.names import Names
from story.claims.reading import read_claims

__all__ = ["Claim", "ClaimKind", "Mode", "Names", "read_claims"]

"""The vector index behind a library: who has it open, who is asked, how it is kept up."""

"""Word lists for English name discovery."""

_TITLES_LIST = """
Mr Mrs Ms Miss Dr Sir Lady Lord Colonel Captain Major General Lieutenant Sergeant Professor
Madam Madame Master King Queen Prince Princess Count Countess Duke Duchess Baron Baroness
Reverend Father Mother Sister Brother Uncle Aunt Inspector Superintendent Mademoiselle
Monsieur
"""
TITLES = tuple(_TITLES_LIST.split())
"""Forms of address; each makes a name of its own: Mrs. Bennet is not Mr. Bennet."""

_NEVER_NAMES_LIST = """
I A An The And But Or Nor If When While As At In On To It He She They We You His Her Their My
Our Your Its This That These Those There Then What Who Whom Whose Why How Where Which Oh Ah
Yes No Not For From With By Of So Such After Before Upon Now Well Here Once All Some Any Each
Every Both Chapter Book Part Volume Monday Tuesday Wednesday Thursday Friday Saturday Sunday
January February March April May June July August September October November December
Christmas Easter English French German Russian Italian American God Heaven Lord Sir Madam
Mamma Papa Mother Father Uncle Aunt Sister Brother Miss Mr Mrs Lady Captain Colonel Doctor
Major General Nobody Everybody Everyone Someone Somebody Nothing Something Everything One Two
Three Do Did Does Is Are Was Were Be Have Has Had Can Could Will Would Shall Should Might Must
Let Come Go Look Perhaps Never Indeed Gutenberg Project Illustration Majesty Excellency
Highness Ladyship Lordship Honour Honor
"""
NEVER_NAMES = frozenset(_NEVER_NAMES_LIST.split())
"""Words with a capital that name nobody by themselves."""

SPEECH_VERBS = (
    "said|says|replied|cried|answered|asked|exclaimed|added|continued|returned|whispered|muttered|"
    "observed|remarked|murmured|shouted|repeated|inquired|demanded|declared|sighed|rejoined"
)
ACTIONS = (
    rf"{SPEECH_VERBS}|thought|looked|smiled|laughed|nodded|felt|knew|saw|turned|rose|sat|stood|walked|"
    "came|went|took|began|bowed|coloured|blushed|listened|wished|hoped|paused|shook|told"
)
"""What a person does, right after the name."""

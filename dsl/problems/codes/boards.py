"""E06xx: boards, their drawings and tables of spaces, layouts."""

from ..diagnostics import Code

BOARD_ROW = Code(
    "E0601",
    "A row that does not fit its table",
    "this row has {found}, but the table has {expected} columns",
    "every row has a cell for every column; a bar inside a cell is written `\\|`",
    "The first row of a table says which columns there are. A row with fewer or more cells cannot be told "
    "apart from one in which a bar was forgotten.",
    example="| sign | means |\n| D |\n# instead:\n| sign | means |\n| D    | door  |",
)
MISSING_COLUMN = Code(
    "E0602",
    "A table without a column it needs",
    "this table needs a column `{column}`",
    "its columns are: {found}",
    "Tables of signs, spaces and layouts have columns with fixed names. The order does not matter.",
    example="| sign | meaning |\n# instead:\n| sign | means |",
)
EMPTY_BOARD = Code(
    "E0603",
    "A board without spaces",
    "this board has no space",
    "{proposal}",
    "A board is a drawing of squares, hexes or patches of letters, or a table of its spaces.",
    example='board yard of square "Yard"\n'
    "# instead:\n"
    'board yard of square "Yard":\n'
    "  drawing:\n"
    "    +---+\n"
    "    | . |\n"
    "    +---+",
)
NO_CORNERS = Code(
    "E0604",
    "A drawing of squares without corners",
    "no `+` shows where the squares of this drawing are",
    "draw the corners of the squares: `+---+---+`, with a sign in the middle of each square",
    "Squares are drawn by their corners; what is between two corners is an edge, what is in the middle of "
    "four says what the square is.",
    example=". . .\n. . .\n# instead:\n+---+---+\n| .   . |\n+---+---+",
)
CORNER_PLACE = Code(
    "E0605",
    "A corner in an odd place",
    "this `+` is not in line with the others",
    "corners are {pitch} columns and 2 lines apart; the nearest place is column {column}",
    "All corners of a drawing form a grid. One that is a character off would make the squares beside "
    "it narrower and wider than the rest.",
    example="+---+--+\n# instead:\n+---+---+",
)
UNKNOWN_SIGN = Code(
    "E0606",
    "A sign without a meaning",
    "nothing says what {found} {means} in this drawing",
    "{proposal}",
    "Apart from the walls `-` and `|`, every sign of a drawing has a row in the table under `signs:`.",
    example="| x   . |\n# instead: a row in the table of signs\n| x | start: yes |",
)
EDGE_IN_CELL = Code(
    "E0607",
    "An edge sign inside a square",
    "{found} means {meaning}, which lies between {spaces}, but here is the inside of {square}",
    "edges are in columns {columns}; is the row one character off?",
    "Doors and walls lie on the edges between squares. The middle of a square says what the square is.",
    example="|  D    |\n# instead:\n|   D   |",
)
SPACE_ON_EDGE = Code(
    "E0608",
    "A sign of a space on an edge",
    "{found} is a sign for a space, but here is the edge between two",
    "{spaces} have their signs at column {column}; is the row one character off?",
    "The middle of a square says what it is; doors, walls and the like are drawn between two squares.",
    example="|   s   |\n# instead:\n| s     |",
)
MIXED_EDGE = Code(
    "E0609",
    "Two signs on one edge",
    "the edge between two squares has the signs {found}",
    "draw one of them along the whole edge, or one in the middle of `-` signs",
    "One edge holds one thing: a wall, a door, nothing.",
    example="+-D=+\n# instead:\n+-D-+",
)
BAD_SIGN = Code(
    "E0610",
    "A sign that cannot be drawn",
    "{found} cannot be a sign",
    "{proposal}",
    "A sign is one character, because each place in a drawing has room for one.",
    example="| door | door |\n# instead:\n| D    | door |",
)
SIGN_SAYS_NOTHING = Code(
    "E0636",
    "A sign that says nothing",
    "the sign `{sign}` gives {what}",
    "{proposal}",
    "A plain space has every value as its kind begins with it. A sign is there for one that differs, so a "
    "name without a value, or an empty cell, is hardly meant.",
    example="| g | gate: |\n# instead:\n| g | gate: yes |",
)
BOARD_KIND = Code(
    "E0611",
    "A word that is not a kind of space or link",
    "`{found}` is not a kind of {expected}",
    "{proposal}",
    "Signs stand for links such as doors, and for what spaces are. The system file declares both: `kind "
    "door is link:`.",
    otherwise="declare it in a system file: `kind {found} is {expected}`",
    example="| D | dor |\n# instead:\n| D | door |",
)
BOARD_PROPERTY = Code(
    "E0612",
    "A property that a space or link does not have",
    "`{kind}` has no property `{found}`",
    "declare it: `kind {kind}` has a line `{found}: yes/no`, or correct the word",
    "A sign or a column of the table gives spaces a value, so their kind must have a property of that name.",
    example="| s | strat: yes |\n# instead:\n| s | start: yes |",
)
LINK_TO_NOTHING = Code(
    "E0613",
    "A link between nothing and nothing",
    "this {found} has no space on either side",
    "move it to the {edge}, or take it out",
    "Links join or separate two spaces. This one lies in the void.",
    example="a door drawn between two places in which no square is",
)
PATCH_IN_PIECES = Code(
    "E0614",
    "A space in several pieces",
    "the cells of `{found}` are not connected",
    "every space is one patch; give the other piece a letter of its own, and join the two by a link",
    "A region is a patch of equal letters that touch one another side by side.",
    example="aabba\n# instead:\naabbc",
)
ROW_LENGTH = Code(
    "E0635",
    "A row with a cell too many or too few",
    "this row has a cell too {off}",
    "{proposal}",
    "In a drawing of regions each letter stands below the one that it touches. One more or fewer in a row "
    "moves all that follow, which tears regions apart.",
    example="aabb\nabb\nccbb\n# instead:\naabb\naabb\nccbb",
)
UNKNOWN_CODE = Code(
    "E0615",
    "A letter that no space has",
    "the table of spaces has no `{found}`",
    "{proposal}",
    "Each letter of the drawing is a space, and the table says which.",
    otherwise="give it a row, or correct the letter",
    example="a drawing with `c` and a table that ends with `b`",
)
NOT_DRAWN = Code(
    "E0616",
    "A space that is not drawn",
    "{what} in the table, but not in the drawing",
    "{proposal}",
    "A space that lies nowhere can be reached from nowhere.",
    otherwise="draw it, or take the row out",
    example="a table with `c` and a drawing of `a` and `b`",
)
SPACE_TWICE = Code(
    "E0617",
    "Two spaces with one name",
    "there is already a space `{found}`",
    "give one of them another name",
    "Rules and tests call spaces by their names.",
    example="| yard | …\n| yard | …\n# instead:\n| yard | …\n| back_yard | …",
)
BAD_OUTLINE = Code(
    "E0618",
    "An outline that encloses nothing",
    "{found} is not an outline",
    "write the corners in order, at least three, without crossing: `0,0 4,0 4,3`",
    "An outline is the list of a space's corners, in the order in which one walks around it.",
    example="0,0 4,0\n# instead:\n0,0 4,0 4,3 0,3",
)
UNKNOWN_END = Code(
    "E0619",
    "A link to a space that is not there",
    "this board has no space `{found}`",
    "{proposal}",
    "A link in the table names the two spaces that it joins.",
    otherwise="name one of its spaces",
    example="| hall | kichen |\n# instead:\n| hall | kitchen |",
)
BOARD_POINT = Code(
    "E0620",
    "Not a place in the plane",
    "{found} is not a pair of {expected}",
    "write two of them: `8, 0`",
    "Where a board or a room lies is said by two numbers: how far to the right, and how far down.",
    example="| yard | 8 |\n# instead:\n| yard | 8, 0 |",
)
NO_SUCH_BOARD = Code(
    "E0621",
    "A layout of a board that is not there",
    "there is no board `{found}`",
    "{proposal}",
    "The layout of a mission names boards that the content declares by `board NAME of …:`.",
    otherwise="declare it in a content file: `board {found} of square:`",
    example="| lba | \n# instead:\n| lab |",
)
UNKNOWN_SIDE = Code(
    "E0622",
    "A side that a board does not have",
    "the board `{board}` has no side `{found}`",
    "{proposal}",
    "A board with several drawings has a side for each.",
    example="| lab | bakc |\n# instead:\n| lab | back |",
)
BAD_TURN = Code(
    "E0623",
    "A turn that no board can make",
    "`{found}` is not a turn",
    "{proposal}",
    "Boards can be turned by quarters.",
    example="| lab | 90 |\n# instead:\n| lab | left |",
)
BOARDS_OVERLAP = Code(
    "E0624",
    "Boards on top of each other",
    "`{board}` covers squares of `{other}`: {squares}",
    "move one of them: the first number of `at` counts to the right, the second down",
    "Boards lie side by side. Two of these would share squares.",
    example="| lab | 0, 0 |\n"
    "| dock | 4, 0 |\n"
    "# instead: a lab of 8 squares needs\n"
    "| lab | 0, 0 |\n"
    "| dock | 8, 0 |",
)
SEAM = Code(
    "E0625",
    "Two links on one seam",
    "{found} of `{board}` lies against {other}",
    "both are kept, so both must be open; leave the side open in one of the drawings if that is not meant",
    "Where two boards meet, both may have drawn something on the edge.",
    severity="warning",
    example="a door on the right edge of one board against a wall on the left edge of the other",
)
NOT_A_NAME = Code(
    "E0626",
    "A space that the language cannot name",
    "{found} cannot be the name of a space",
    "use letters, digits and `_`, beginning with a letter",
    "Rules and tests call spaces by their names, so they look like all other names.",
    example="| 2nd floor |\n# instead:\n| second_floor |",
)
CELL_PLACE = Code(
    "E0627",
    "A code between two columns",
    "`{found}` is not in line with the codes above",
    "codes with blanks between them are {pitch} columns apart; the nearest place is column {column}",
    "The codes of a drawing stand in columns of one width, that of the longest code and a blank, so that "
    "it is "
    "clear which of them touch.",
    example="a1 a1\n b1 b1\n# instead:\na1 a1\nb1 b1",
)
BOARD_SHAPE = Code(
    "E0628",
    "A shape that boards do not have",
    "`{found}` is not the shape of a board",
    "write `shape: squares`, `hexes`, `regions` or `rooms`, or leave it out",
    "The shape says how a drawing is to be read.",
    example="shape: circles\n# instead:\nshape: hexes",
)
NO_BOARD = Code(
    "E0634",
    "A mission that names spaces, but no board",
    "nothing says on which board `{name}` is played, but its spaces are named",
    "write `board: NAME` under it, or a table `layout:` of the boards that lie side by side",
    "A game with several boards does not know by itself which of them a mission is played on.",
    example="mission raid:\n  setup:\n    move scout to gate\n"
    "# instead:\nmission raid:\n  board: yard\n  setup:\n    move scout to gate",
)
HEX_PLACE = Code(
    "E0632",
    "A sign beside the hexes",
    "{found} is neither in a hex nor on a side of one",
    "hexes are 4 columns apart, every second row is 2 columns further right, with a line between two rows; "
    "a side is half-way between two hexes",
    "What a sign of a drawing belongs to is read by columns and lines. Between two hexes of a row there are "
    "three columns, and a side is the middle one; on the line between two rows a side is one column to the "
    "left or right of the hex below it.",
    example=".   .\n  ~\n  .   .\n# instead:\n.   .\n ~\n  .   .",
)
HEX_LAYOUT = Code(
    "E0633",
    "Hexes that do not lie between hexes",
    "the hexes of `{board}` would lie across those of `{other}`",
    "move it half a hex to the side: `{proposal}`",
    "In a layout `at` counts hexes to the right and rows down, to the upper left corner of the box around a "
    "board. Every second row is half a hex to the side.",
    example="| east | 6, 3 |\n# instead:\n| east | 13/2, 3 |",
)
LINK_ENDS = Code(
    "E0629",
    "A link without a kind or an end",
    "this row does not say {found}",
    "write the kind of the link and the two spaces that it joins",
    "A link in a table needs three cells: `link` names its kind, `from` and `to` the spaces that it joins.",
    example="| link | from | to |\n| door | hall |    |\n# instead:\n| door | hall | yard |",
)
LONG_CODE = Code(
    "E0631",
    "A word in a drawing of regions",
    "`{found}` is too long for a drawing, where a space is a patch of one to three letters",
    "draw short codes, such as `{short}`, and name them in the table `spaces:`, in a column `sign`",
    "Letters side by side are cells of their own, so a word would be as many spaces as it has "
    "letters. Codes of two or three letters have blanks between them.",
    example="hall hall yard\n# instead:\nh h y\nspaces:\n  | region | sign |\n  | hall   | h    |\n"
    "  | yard   | y    |",
)
ROW_PLACE = Code(
    "E0630",
    "A row of a drawing out of line",
    "this row is {off}",
    "{proposal}",
    "What a drawing means is read by columns. A row that is off as a whole would belong to other squares or "
    "spaces than those it is drawn for.",
    example="+---+---+\n| .   . |\n +---+---+\n# instead:\n+---+---+\n| .   . |\n+---+---+",
)
IDLE_SIGN = Code(
    "W1137",
    "A sign that is never drawn",
    "no place of the drawing has `{sign}`",
    "draw it where it is meant to be, or delete the row",
    "The table explains a sign that the drawing does not show: it was forgotten there, or another sign "
    "stands in its place.",
    severity="warning",
    confidence="likely",
    example="    | .   . |\n  signs:\n    | sign | means    |\n    | p    | pit: yes |\n"
    "# instead:\n    | .   p |",
)

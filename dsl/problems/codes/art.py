"""W110x: files of art that looks name."""

from ..diagnostics import Code

NO_ART = Code(
    "W1101",
    "A file of art that is not there",
    "there is no `{name}` in this package",
    "{proposal}",
    "Looks name files in the folder `art` of the package in which they are written, by their path in it. "
    "Without the file the table shows what it shows without the hint.",
    severity="warning",
    confidence="certain",
    example='look: picture "axe.pgn"\n# instead:\nlook: picture "axe.png"',
)
WRONG_SORT = Code(
    "W1102",
    "A file of the wrong sort",
    "{message}",
    "{proposal}",
    "A figure is a model, a picture is a picture: each hint shows some sorts of files, which the endings of "
    "their names tell.",
    severity="warning",
    confidence="certain",
    example='look: figure "guard.png"\n# instead:\nlook: figure "guard.glb"',
)
BROKEN_ART = Code(
    "W1103",
    "A file of art that cannot be used",
    "`{name}` cannot be used: {why}",
    "{proposal}",
    "The beginning of the file says that it is damaged, or something else than its name says, or that it "
    "holds what the table does not take from strangers. The table shows what it shows without the hint.",
    severity="warning",
    confidence="certain",
    example="a picture that was only half copied",
)
ART_TOO_LARGE = Code(
    "W1104",
    "A file of art beyond the limits",
    "`{name}` is too large: {why}",
    "make it smaller: at the table a card is a few hundred pixels wide, and a figure has a few thousand "
    "triangles",
    "Art has limits, so that a game starts at once on a plain computer, and no package can fill anybody's.",
    severity="warning",
    confidence="certain",
    example="a picture of 9,000 x 9,000 pixels for a token",
)
UNUSED_ART = Code(
    "W1105",
    "A file of art that nothing shows",
    "no look names `{name}`",
    "name it in a look, or delete it; what you work with belongs in another folder",
    "Every file in the folder `art` is packed with the game.",
    severity="warning",
    confidence="certain",
    example='art/axe_old.png beside `look: picture "axe.png"`',
)
NO_LICENCE = Code(
    "W1106",
    "A file of art without a licence",
    "{message}",
    "{proposal}",
    "Whoever gets the game must know whose work is in it, and what may be done with it. `art/REUSE.toml` "
    "says so for one file or for many, in the form of reuse.software; `axe.png.license` does for `axe.png`.",
    severity="warning",
    confidence="certain",
    example='[[annotations]]\npath = "*.png"\n# instead:\n[[annotations]]\npath = "*.png"\n'
    'SPDX-FileCopyrightText = "2026 Jane Doe"\nSPDX-License-Identifier = "CC-BY-4.0"',
)

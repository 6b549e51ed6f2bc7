"""E09xx: packages and their manifests; N09xx: remarks that allow a warning."""

from ..diagnostics import Code

NO_PACKAGE = Code(
    "E0901",
    "Nothing to read",
    "there is no {what} `{name}`",
    "a package is a folder with a `package.yaml`",
    "A game is a folder with a file `package.yaml` that says what it is, and `.wright` files beside or "
    "below it. A single `.wright` file will do, too.",
    example="tilewright check casle\n# instead:\ntilewright check castle",
)
UNREADABLE = Code(
    "E0902",
    "A file that cannot be opened",
    "this file cannot be read: {why}",
    "check that it exists and that you may read it",
    "The file is listed in the folder, but the system does not let it be read.",
    example="a link that leads to no file",
)
NO_SOURCES = Code(
    "E0903",
    "A package without a source",
    "this package has no `.wright` file",
    "write one beside `package.yaml`",
    "Sources are found by their ending, anywhere below the folder of the package.",
    example="castle/package.yaml and castle/main.txt\n# instead:\ncastle/package.yaml and castle/main.wright",
)
PACKAGE_TOO_LARGE = Code(
    "E0904",
    "A package beyond the limits",
    "this package has {size}; at most {limit} are read",
    "split it into packages that use one another",
    "Packages have limits, so that nobody's computer can be filled by one. Real games stay far below them.",
    example="a folder with 600 files",
)
LINK_OUT = Code(
    "E0905",
    "A link that leads out of the package",
    "`{name}` is a link to something outside of the package, and is not read",
    "copy the file into the package",
    "A package can be passed on as it is, so everything it needs lies in its folder.",
    example="castle/cards.wright → ../../home/cards.wright",
)
BAD_YAML = Code(
    "E0906",
    "A package.yaml that cannot be read",
    "{why}",
    "write one entry per line: `title: My game`",
    "`package.yaml` is a list of entries, a name and a value in each line. Texts with a colon or a quote in "
    "them need quotes around them.",
    example='title: Castle: the siege\n# instead:\ntitle: "Castle: the siege"',
)
UNKNOWN_ENTRY = Code(
    "E0907",
    "An unknown entry in package.yaml",
    "{within} has no entry `{found}`",
    "write one of {known}",
    "Nobody would read this entry, so it is probably a slip.",
    example="titel: Castle\n# instead:\ntitle: Castle",
)
MISSING_ENTRY = Code(
    "E0908",
    "A missing entry in package.yaml",
    "{within} lacks the entry `{expected}`",
    "add a line such as `{example}`",
    "Without this entry nobody knows what the package is, or whether it fits.",
    example='id: castle\n# instead:\nid: castle\ntitle: Castle\nversion: 1.0.0\nengine: ">=0.1"',
)
BAD_ENTRY = Code(
    "E0909",
    "A bad value in package.yaml",
    "`{name}` is {found}, expected {expected}",
    "{proposal}",
    "The entry is known, but its value does not have the right form.",
    example="version: one\n# instead:\nversion: 1.0.0",
)
ENTRY_TWICE = Code(
    "E0910",
    "An entry that is given twice",
    "`{name}` is given here for the second time",
    "keep one of them",
    "One of two entries with the same name would be ignored without a word.",
    example="title: Castle\ntitle: The castle\n# instead:\ntitle: The castle",
)
WRONG_ENGINE = Code(
    "E0911",
    "A package for another version of Tilewright",
    "this package needs Tilewright {range}, but this is {version}",
    "get the other version, or change the range if the package works with this one",
    "`engine:` says with which versions of Tilewright the package was tried.",
    example='engine: ">=9"\n# instead:\nengine: ">=0.1"',
)
UNKNOWN_PACKAGE = Code(
    "E0912",
    "A package that is not there",
    "no package `{name}` lies beside this one, and none of that name is installed or shipped",
    "put the folder of `{name}` beside this package, or install it",
    "What a package uses lies in a folder beside it, is installed, or is shipped with Tilewright. Nothing is "
    "fetched unless you say from where: `tilewright install`.",
    example='uses: [{id: sdt, version: ">=0"}]\n# instead:\nuses: [{id: std, version: ">=0"}]',
)
WRONG_VERSION = Code(
    "E0913",
    "A package of another version",
    "`{name}` is wanted in version {range}, but is {version}",
    "get the other version, or change the range if it works with this one",
    "A package says in which versions of another it works.",
    example='uses: [{id: std, version: ">=9"}]\n# instead:\nuses: [{id: std, version: ">=0.1"}]',
)
RECURSIVE_PACKAGE = Code(
    "E0914",
    "Packages that use one another in a circle",
    "this goes round in a circle: {chain}",
    "move what both need into a package of its own",
    "What a package uses is read before it. Here each would have to be read before the other.",
    example="castle uses dungeon, and dungeon uses castle",
)
MOD_TWICE = Code(
    "E0915",
    "A package that is named twice",
    "{message}",
    "{proposal}",
    "Each package is read once: its declarations a second time would be other things of the same names.",
    example="tilewright check castle --mod storm --mod storm\n"
    "# instead:\ntilewright check castle --mod storm",
)
MOD_CIRCLE = Code(
    "E0917",
    "Packages each of which wants to come after the other",
    "this goes round in a circle: {chain}",
    "take one of these entries out of its `package.yaml`",
    "`uses`, `optional`, `after` and `before` say which package is read before which. No order does what "
    "these ask for.",
    example="after: [storm] in hail, and after: [hail] in storm",
)
NO_SOLUTION = Code(
    "E0918",
    "Packages that want different versions of another one",
    "no version of `{name}` is right for all: {asked}",
    "there is {there}: get another version of one of these packages, or leave one of them out",
    "Each package is read once, in one version. Here no choice among the versions that are there does what "
    "all of them ask for.",
    example='uses: [{id: kit, version: "<2"}] in storm, and uses: [{id: kit, version: ">=2"}] in hail',
)
MODS_CONFLICT = Code(
    "E0919",
    "Packages that cannot be played together",
    "`{by}` cannot be played together with `{name}`{version}",
    "leave one of them out",
    "`conflicts:` in a `package.yaml` says with which packages it does not work.",
    example="conflicts: [{id: storm}]\n# in the package.yaml of hail, with:\n"
    "tilewright check castle --mod storm --mod hail",
)
BAD_ARCHIVE = Code(
    "E0921",
    "A packed package that is refused",
    "`{name}` is refused: {why}",
    "get the file again from whoever made it; `tilewright pack` makes such files",
    "A packed package may come from anybody. It is unpacked only if it is exactly as `tilewright pack` "
    "writes it: nothing compressed, encrypted, hidden or linked, no name that leads elsewhere or is two "
    "names on some systems, every file with the hash that is listed for it. If it is refused, nothing is "
    "written.",
    example="tilewright check storm.tilewright, of which the last half is missing",
)
OTHER_KEY = Code(
    "E0922",
    "A package signed by somebody else",
    "`{name}` is refused: {why}",
    "ask its makers whether they have a new key; if so, take it: tilewright install {name} --new-key",
    "Whoever signed first under a name is trusted for that name. A package signed by somebody else, or by "
    "nobody, may come from a stranger.",
    example="tilewright check storm.tilewright, after a storm of another signer was installed",
)

ALLOW_WITHOUT_REASON = Code(
    "N0901",
    "A warning allowed without a reason",
    "`allow {code}` gives no reason",
    "write why: `# tilewright: allow {code} because ...`",
    "Later readers will want to know whether the warning should still be allowed.",
    severity="note",
    example="# tilewright: allow W1001\n# instead:\n# tilewright: allow W1001 because it is a maze",
)
ALLOW_FOR_NOTHING = Code(
    "N0902",
    "A warning allowed that does not come",
    "nothing here raises {code}",
    "remove the remark",
    "The remark would hide the next such warning on this line without anybody having decided so.",
    severity="note",
    example="# tilewright: allow W1001 because it is a maze, above a line that is fine",
)
OTHER_VERSION = Code(
    "W0902",
    "Another version than that of the package",
    "this file says version {found}, and `package.yaml` says {expected}",
    "write it in `package.yaml` alone",
    "What others ask of a package is its version in `package.yaml`. That in a header counts only for a file "
    "that is a package by itself.",
    severity="warning",
    example="mod storm for castle:\n  version: 1.0.0\n# in a package whose package.yaml says\nversion: 1.1.0",
)
STORY_LEFT_OUT = Code(
    "W0903",
    "Stories about what a mod takes out",
    "{now} with this mod: stories that name it are left out",
    "`tilewright test GAME --mod MOD` lists them; write stories of your own for what is there instead, and "
    "name them under `expected` in `package.yaml` if that is meant",
    "A mod may take a thing out of the game, or change how many there are of it: of several each is called "
    "by a number, `axe.1`, and the only one by its name alone. The game's own stories that name it as it was "
    "do not hold then. Nothing is said of those that the mod expects not to hold.",
    severity="warning",
    example="mod storm for castle\n\ndelete card axe\n# where a story of the castle says: move axe to box",
)
OTHER_COPY = Code(
    "W0907",
    "One version of a package in two places",
    "`{name}` {version} lies in two places with different files: `{used}` is used, and not `{other}`",
    "name the one you mean by its path, or give one of them another `version:`",
    "What lies beside the game comes before what is installed, and that before what comes with Tilewright. "
    "Nobody can tell apart two packages that differ, but have the same name and version.",
    severity="warning",
    example="tilewright check castle --mod storm\n# where storm 1.0.0 lies beside castle, and another storm "
    "1.0.0 is installed",
)
CHANGES_NOTHING = Code(
    "W0904",
    "A change of a mod that changes nothing",
    "{what} is the same without `{mod}`: this changes nothing",
    "leave it out, or write what it is to be instead",
    "A mod says something of the game that the game itself says already. Perhaps the game has become what "
    "the mod wanted it to be, or the line was copied and was to be changed.",
    severity="warning",
    example="# where the castle says: cost: 2\nmod storm for castle\n\nchange card axe:\n  cost: 2",
)
TAKEN_BACK = Code(
    "W0906",
    "What a mod says and does away with itself",
    "`{mod}` {does}, which counts for nothing: it also {undoes}",
    "leave out one of them",
    "What a mod deletes is gone, whatever it says of it elsewhere; and what it replaces is as the last "
    "replacement has it. Perhaps the one was written to try something, and forgotten.",
    severity="warning",
    example="mod storm for castle\n\nchange card axe:\n  cost: 2\n\ndelete card axe",
)
NO_STORY_OF_TITLE = Code(
    "W0905",
    "An expected story that is nowhere",
    "no story is called `{name}`",
    "{near}",
    "`expected` in `package.yaml` names stories that do not hold with the mod, by their titles. Perhaps the "
    "story has another title now.",
    severity="warning",
    otherwise="write the title as it stands in the story, or leave the entry out",
    example='expected:\n  - {story: "A lamp is litt", because: "It is too dark."}\n'
    '# where the story says\ntest "A lamp is lit":',
)

"""W0910 to W0919, E0920: what two mods do to each other without anybody having decided so."""

from ..diagnostics import Code

_WAYS = (
    "What is meant is said in the `package.yaml` of one of them: `after:` (or `before:`) if the later "
    "one is to hold, `conflicts:` if they cannot be played together. A third mod decides between two in a "
    "file that is `over:` both. Nothing is said then; `tilewright mods GAME --mod ... --mod ...` lists it "
    "all the same."
)

_OWN = "{also}; or decide it in a mod of your own, in a file `over: {first}, {second}`"

MODS_OVERRIDE = Code(
    "W0910",
    "Two mods that say different things about the same",
    "`{first}` {does_first}, and {does_second}: {holds}",
    "write in the `package.yaml` of `{second}`: `after: [{first}]` if that is meant, else "
    f"{{otherwise}}{_OWN}",
    "Mods are applied one after the other, and where two give the same value, that of the last one holds; "
    "what one adds to a list that the other replaces counts only if it comes later. Where no `package.yaml` "
    f"says which mod comes later, their names decide, and nobody meant that. {_WAYS}",
    severity="warning",
    example="mod storm for castle\nchange card axe:\n  cost: 2\n# and in another mod:\n"
    "mod hail for castle\nchange card axe:\n  cost: 3",
)
DELETED_BY_MOD = Code(
    "W0911",
    "A mod that deletes what another one needs",
    "`{deleting}` deletes {what}, and `{other}` {does_other}: it stays deleted",
    "leave it out of `{other}`, or write there in `package.yaml`: `conflicts: [{{id: {deleting}}}]`; "
    "or delete it in a mod of your own, too, in a file `over: {deleting}, {other}`",
    "What a mod deletes is gone, whatever others do to it and in whatever order: no change brings it back. "
    "So what the other mod does here has no effect, or speaks of something that is never there. "
    f"{_WAYS}",
    severity="warning",
    example="mod storm for castle\ndelete card axe\n# and in another mod:\nmod hail for castle\n"
    "change card axe:\n  copies: 4",
)
MOD_LEANS_ON_MOD = Code(
    "W0912",
    "A mod that needs another one and does not say so",
    "`{leaning}` {does_leaning}, which only `{other}` {does_other_short}",
    'write in the `package.yaml` of `{leaning}`: `uses: [{{id: {other}, version: ">={version}"}}]`',
    "Together these mods can be played; alone this one has errors. What a mod uses is found and read "
    "before it.",
    severity="warning",
    example="mod storm for castle\ncard axe\n# and in another mod:\nmod hail for castle\n"
    "change card axe:\n  copies: 4",
)
MOD_RULES_IN_ORDER = Code(
    "W0913",
    "Rules of two mods whose order matters",
    "`{first}` {does_first}, then {does_second}: both have to do with {about}",
    "write in the `package.yaml` of `{second}`: `after: [{first}]` if that is the right order, else "
    f"`before: [{{first}}]`{_OWN}",
    "Both rules run at the same moment, and what one of them writes the other one reads or writes, near or "
    "far: in the other order something else can come of it. "
    f"{_WAYS}",
    severity="warning",
    confidence="likely",
    example="mod storm for castle\nafter blow: raise wind by 1\n# and in another mod:\nmod hail for castle\n"
    "after blow:\n  if wind > 2: win",
)
MOD_STEPS_IN = Code(
    "W0914",
    "A rule of a mod that can keep another one's from running",
    "`{first}` {does_first}, and {does_second}: {outcome}",
    "{way}, or write in the `package.yaml` of `{second}`: `after: [{first}]` if that is meant" + _OWN,
    "A rule `instead of` a verb takes its place: without `proceed`, the verb and all that others do before "
    "and after it are left out. If there are two, that of the later mod is asked first. A verb that is "
    "forbidden, or that nothing does any more, takes the rules of others with it. "
    f"{_WAYS}",
    severity="warning",
    confidence="likely",
    example="mod storm for castle\ninstead of blow: raise wind by 1\n# and in another mod:\n"
    "mod hail for castle\nafter blow:\n  win",
)
OVER_WITHOUT_AFTER = Code(
    "E0920",
    "A file about a mod that may come later",
    "this file is over `{name}`, but nothing says that `{by}` comes after `{name}`",
    "write in `package.yaml`: `after: [{name}]`, or name it under `optional` or `uses`",
    "A file that is `over` other mods changes what they make of the game, and is left out where one of them "
    "is not played. So its own mod has to come after them.",
    example="mod hail for castle:\n  over: storm\n# in package.yaml:\nafter: [storm]",
)
TRANSLATES_OTHER_WORDS = Code(
    "W0915",
    "A translation of a text that another mod has changed",
    "`{translating}` translates {what}, whose words `{changing}` has changed",
    "translate it in `{changing}`, too; or bring this up to date, and write in the `package.yaml` of "
    "`{translating}`: `after: [{changing}]`; or translate it in a mod of your own, with a file "
    "`over: {translating}, {changing}`",
    "The translation is for the old words: whoever plays in that language reads the new ones in English. "
    f"{_WAYS}",
    severity="warning",
    example='mod storm for castle\nchange card axe:\n  title: "Battle axe"\n'
    "# and in texts/cs.yaml of another mod:\n"
    'card/axe/title: "Sekera"',
)

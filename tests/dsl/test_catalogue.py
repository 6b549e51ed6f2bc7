"""Texts and their translations: keys that stay, catalogues that keep what people wrote, games that speak."""

from __future__ import annotations

import pytest

from support.cases import package_of
from tilewright.dsl.compile import check_package, compile_package, package_texts
from tilewright.dsl.packages.manifest import Manifest
from tilewright.dsl.packages.package import Package
from tilewright.dsl.problems.suppress import suppress
from tilewright.dsl.source import Source
from tilewright.dsl.translations.catalogue import CatalogueEntry, Text, matches
from tilewright.dsl.translations.checks import check_catalogues, languages, own_texts
from tilewright.dsl.translations.file import CatalogueTally, _pairs, _plain_pairs, read_catalogue, updated
from tilewright.runtime.game import Game
from tilewright.runtime.history import manual_edits
from tilewright.schemas.identity import identity
from tilewright.schemas.load import problems as schema_problems

GAME = """\
system case:
  title: "The gate"
  players: 1 to 2

menu turn_actions "Your turn" for player
kind tool is card
setting night "At night": yes/no = no
player has:
  hand: pile of tool, seen by owner
  coins: number 0 to 9, seen by everybody
game has:
  gate_open: yes/no

tool rope "Rope":
  copies: 2
  text: "Climb once."
  after climb [rope-1]:
    say "The rope holds."

to play:
  say "A day begins."
  say "{player.1} wakes up."
  offer turn_actions to player.1
  win "Done."

action climb by (player):
  in turn_actions
  needs player.hand has rope.1, "You have no rope"
  you may "Look back": say "Nobody."
  set gate_open to yes

whenever gate_open [gate-1]:
  lose "The gate is open."
"""


def package(*catalogues: tuple[str, str], game: str = GAME, promised: tuple[str, ...] = ()) -> Package:
    """The game with catalogues by their languages."""
    found = package_of(game)
    sources = tuple(Source(f"case/texts/{language}.yaml", text) for language, text in catalogues)
    return found._replace(catalogues=sources, manifest=found.manifest._replace(languages=promised))


def words(game: str = GAME) -> dict[str, str]:
    """The texts of the game by their keys."""
    texts, problems = package_texts(package(game=game))
    assert not [problem for problem in problems if problem.is_error]
    return {key: text.words for key, text in texts.items()}


def written(text: str, **texts: str) -> str:
    """A catalogue once it is brought up to date for texts, whose keys have no slash here."""
    return report(text, **texts)[0]


def report(text: str, **texts: str) -> tuple[str, CatalogueTally]:
    found = {key: Text(one) for key, one in texts.items()}
    return updated(Source("case/texts/cs.yaml", text), found, "Case", "cs")


# ------------------------------------------------------------------ keys


def test_every_text_has_a_key_that_says_whose_it_is() -> None:
    found = words()
    expected = {
        "game/title": "The gate",
        "menu/turn_actions/title": "Your turn",
        "setting/night/title": "At night",
        "kind/tool/title": "Tool",
        "kind/player/title": "Player",
        "kind/player/hand/title": "Hand",
        "kind/player/coins/title": "Coins",
        "game/gate_open/title": "Gate open",
        "tool/rope/title": "Rope",
        "tool/rope/text": "Climb once.",
        "tool/rope/after_climb/say/1": "The rope holds.",
        "verb/play/say/1": "A day begins.",
        "verb/play/say/2": "{0} wakes up.",
        "verb/play/win/1": "Done.",
        "verb/climb/title": "Climb",
        "verb/climb/needs/1": "You have no rope",
        "verb/climb/label/1": "Look back",
        "verb/climb/say/1": "Nobody.",
        "rule/gate-1/lose/1": "The gate is open.",
    }
    assert {key: found[key] for key in expected} == expected
    counted = {"kind/card/count", "kind/tool/count"}
    assert found.keys() - expected.keys() <= {"kind/card/title"} | counted
    assert found["kind/tool/count"] == "{0} tools"


def test_keys_do_not_move_with_lines_and_rules() -> None:
    above = 'whenever gate_open:\n  say "Before all."\n\naction wait by (player):\n  in turn_actions\n'
    moved = GAME.replace("menu turn", f"# a remark\n\n{above}\nmenu turn")
    assert words().items() <= words(moved).items()


def test_texts_of_tests_are_not_translated() -> None:
    story = '\ntests for case\n\ntest "A story":\n  do:\n    say "Once upon a time."\n'
    texts, _ = package_texts(package_of(GAME, ("tests.wright", story)))
    assert "Once upon a time." not in {text.words for text in texts.values()}


def test_set_ups_of_missions_are_of_the_package() -> None:
    mission = '\nmission night_watch "Night watch":\n  setup:\n    say "It is dark."\n'
    found = words(GAME + mission)
    assert found["mission/night_watch/title"] == "Night watch"
    assert found["mission/night_watch/setup/say/1"] == "It is dark."


def test_what_a_package_uses_is_not_its_own() -> None:
    texts = {"a": Text("A"), **package_texts(package())[0]}
    assert own_texts("case", texts).keys() == texts.keys() - {"a"}


# ------------------------------------------------------------------ which entry is for which text


def entry(key: str, words: str, original: str | None = None) -> CatalogueEntry:
    return CatalogueEntry(key, words, original)


def found(entries: list[CatalogueEntry], **texts: str) -> dict[str, tuple[str, bool]]:
    return {key: (match.entry.words, match.changed) for key, match in matches(entries, texts).items()}


def test_an_entry_is_found_by_its_key() -> None:
    assert found([entry("a", "Ano", "Yes"), entry("b", "Ne")], a="Yes", b="No") == {
        "a": ("Ano", False),
        "b": ("Ne", False),
    }


def test_an_entry_follows_its_original_when_numbers_shift() -> None:
    entries = [entry("say1", "Ano", "Yes"), entry("say2", "Ne", "No")]
    assert found(entries, say1="Perhaps", say2="Yes", say3="No") == {
        "say2": ("Ano", False),
        "say3": ("Ne", False),
    }


def test_an_entry_for_other_words_is_better_than_none() -> None:
    assert found([entry("a", "Lízni 2", "Draw 2")], a="Draw 3") == {"a": ("Lízni 2", True)}


def test_an_entry_goes_to_one_text_only() -> None:
    assert found([entry("gone", "Dál", "Go on")], a="Go on", b="Go on") == {"a": ("Dál", False)}


# ------------------------------------------------------------------ files


def test_a_new_catalogue_has_the_original_above_each_entry() -> None:
    text, left = report("", a="Yes", b="No: {0}")
    assert text.endswith("\n\n# en: Yes\na:\n\n# en: No: {0}\nb:\n")
    assert left == CatalogueTally(2, missing=("a", "b"))


def test_what_is_up_to_date_stays_letter_by_letter() -> None:
    kept = (
        "# Kept by Jana.\n\n# the short one\n# en: Yes\na:   'Ano'   # sic\n\n"
        '# en: A longer text\nb: >-\n  Delší\n\n  text\n# en: No\n"c": Ne\n'
    )
    assert report(kept, a="Yes", b="A longer text", c="No")[0].replace("\nc:", '\n"c":') == kept


def test_what_is_new_is_appended_and_what_is_gone_is_kept_at_the_end() -> None:
    text, left = report(
        "# en: Yes\na: Ano\n\n# mine\n# en: Old\nb: Staré\n\n# en: Empty\nc:\n", a="Yes", d="New"
    )
    assert text == ("# en: Yes\na: Ano\n\n# en: New\nd:\n\n# no longer used\n\n# mine\n# en: Old\nb: Staré\n")
    assert left == CatalogueTally(2, missing=("d",), retired=("b", "c"))
    assert written(text, a="Yes", d="New") == text


def test_what_was_gone_comes_back_with_its_words() -> None:
    text = "# en: Yes\na: Ano\n\n# no longer used\n\n# en: Old\nb: Staré\n"
    assert written(text, a="Yes", z="Old") == "# en: Yes\na: Ano\n\n# en: Old\nz: Staré\n"


def test_a_changed_original_is_marked_until_somebody_has_looked() -> None:
    text, left = report("# en: Draw 2\na: Lízni 2\n", a="Draw 3")
    assert text == "# en: Draw 3\n# was: Draw 2\na: Lízni 2\n"
    assert left.changed == ("a",)
    assert report(text, a="Draw 3") == (text, left)
    assert written(text, a="Draw 4") == "# en: Draw 4\n# was: Draw 2\na: Lízni 2\n"
    assert written(text, a="Draw 2") == "# en: Draw 2\na: Lízni 2\n"
    assert report(text.replace("# was: Draw 2\n", ""), a="Draw 3")[1].changed == ()


def test_entries_follow_their_originals_to_new_keys() -> None:
    assert written("# en: Yes\nsay1: Ano\n# en: No\nsay2: 'Ne'\n", say1="Perhaps", say2="Yes", say3="No") == (
        "# en: Yes\nsay2: Ano\n# en: No\nsay3: 'Ne'\n\n# en: Perhaps\nsay1:\n"
    )


@pytest.mark.parametrize("text", ["a: [1, 2]\n", "- a\n", "a: b: c\n", "a: Ano\na: Ne\n", 'a: "\n'])
def test_what_cannot_be_read_is_reported_with_its_place(text: str) -> None:
    _, problems = read_catalogue(Source("case/texts/cs.yaml", text))
    assert [(one.code[:3], one.span.file) for one in problems] == [("E11", "case/texts/cs.yaml")]
    assert all(problem.span.line <= 2 for problem in problems)


PLAIN = [
    "a/b: Ano\n",
    'a: "Ano: ne"\n',
    "a:\n",
    "a: Ano   \n",
    'a: ""\n',
    "a: 3 lampy\n",
    "a: Ano.\nb: žluť\n",
    "# en: x\n\na: Kdo? Já!\n",
    "a: it's, [so]\n",
]
OTHER = [
    "a: 'Ano'\n",
    'a: "x\\ny"\n',
    "a: >-\n  Ano\n",
    "a: Ano  # sic\n",
    "a: Ano\n  ne\n",
    "'a': Ano\n",
    "a: «Ano»\n",
    "---\na: Ano\n",
    "a: {0} je\n",
    "a: - b\n",
    "a: 12:30\n",
    "a: !x y\n",
    "a: Ano\r\n",
]


@pytest.mark.parametrize("text", [*PLAIN, *OTHER])
def test_plain_lines_mean_what_yaml_says(text: str) -> None:
    source = Source("case/texts/cs.yaml", text)
    quickly = _plain_pairs(source.path, text.splitlines())
    assert (quickly is not None) == (text in PLAIN or "\r" in text)
    if quickly is not None:
        pairs, problems = _pairs(source)
        assert problems == []
        assert [(key, span, words.strip()) for key, span, words, _ in quickly] == [
            (key, span, words.strip()) for key, span, words, _ in pairs
        ]
        assert [place[:3] for *_, words, place in quickly if words] == [
            place[:3] for *_, words, place in pairs if words
        ]


@pytest.mark.parametrize(
    "text",
    [
        "a: &a [x, x]\n" + "".join(f"k{n}: &k{n} [*a, *a]\n" for n in range(30)),
        "a: &a {<<: *a}\n",
        "- " * 3_000,
        "? " * 3_000,
        "a: " + "{" * 2_000,
        "a: !!int one\n",
        "a: !!binary x\n",
        "a: !!python/object/apply:os.getcwd []\n",
        "a: 2001-99-99 : 3\n",
        "a: 'x'\n" * 60_000,
        "%YAML 9.9\n---\na: b\n",
    ],
    ids=range(11),
)
def test_whatever_yaml_can_say_is_a_text_or_a_problem(text: str) -> None:
    entries, problems = read_catalogue(Source("game/texts/cs.yaml", text))
    assert all(isinstance(one.words, str) for one in entries) and (entries or problems)
    assert all(len(one.message) < 500 for one in problems)


def test_an_empty_file_has_no_entries() -> None:
    assert read_catalogue(Source("case/texts/cs.yaml", "# nothing yet\n")) == ([], [])


# ------------------------------------------------------------------ what is wrong with a catalogue


def told(text: str, promised: tuple[str, ...] = ()) -> list[tuple[str, int]]:
    one = package(("cs", text), promised=promised)
    # W1120 is about the hand, into which no rope ever comes here.
    found = [
        problem for problem in check_package(one) if problem.code[1:3] == "11" and problem.code != "W1120"
    ]
    return [(problem.code, problem.span.line) for problem in found]


def test_a_translation_of_nothing_is_reported_where_it_stands() -> None:
    assert told("tool/rope/title: Lano\ntool/rpoe/title: Lano\n") == [("W1111", 2)]
    assert told("tool/rope/title: Lano\n\n# no longer used\n\ntool/sword/title: Meč\n") == []


def test_an_entry_whose_text_has_the_words_of_another_entry_is_reported() -> None:
    moved = "# en: Rope\ntool/string/title: Lano\n# en: String\ntool/rope/title: Provaz\n"
    assert told(moved) == [("W1143", 4)]
    assert told(moved.replace("# en: String\n", "# en: Rope\n")) == [("W1111", 2)]


def test_a_key_is_proposed_only_for_a_text_that_has_no_translation() -> None:
    def proposed(text: str) -> list[str | None]:
        found = check_package(package(("cs", text)))
        return [problem.help for problem in found if problem.code == "W1111"]

    assert proposed("tool/rpoe/title: Lano\n") == ["did you mean `tool/rope/title`?"]
    assert proposed('engine/loose: "Nikdo nevyhrál."\n') == ["did you mean `engine/lose`?"]
    assert "tool/rope/title" not in str(proposed("tool/rope/title: Lano\ntool/rpoe/title: Lano\n"))


def test_gaps_that_nothing_fills_are_reported() -> None:
    assert told("verb/play/say/2: Vstává {0}.\n") == []
    assert told("verb/play/say/2: Vstává {0} i {1}.\n") == [("W1112", 1)]
    assert told("# no longer used\n\nverb/play/say/9: Svítá.\n") == []


def test_gaps_that_a_translation_leaves_out_are_reported() -> None:
    assert told("verb/play/say/2: Svítá.\n") == [("W1122", 1)]
    assert told("verb/play/say/2:\n") == [], "it is not translated yet"
    assert told('verb/play/say/2: "{1} i {1}."\n') == [("W1112", 1)]
    assert told('engine/no_choice_of: "Není z čeho vybírat."\n') == []


def test_what_a_language_leaves_out_is_allowed_with_a_reason() -> None:
    remark = "# en: {0} rises.\n# tilewright: allow W1122 because it is clear who\n"
    one = package(("cs", remark + "verb/play/say/2: Svítá.\n"))
    problems = [problem for problem in check_package(one) if problem.code == "W1122"]
    assert [problem.suppressed for problem in problems] == [None]
    assert [problem.suppressed for problem in suppress(problems, one.catalogues)] == ["it is clear who"]


def test_a_word_has_as_many_forms_as_the_language_needs() -> None:
    assert told('verb/play/say/2: "{0} {0|vstává|vstávají|vstává}."\n') == []
    assert told('verb/play/say/2: "{0} {0|vstává|vstávají}."\n') == [("W1117", 1)]
    assert told('verb/play/say/2: "{1|vstává|vstávají|vstává}."\n') == [("W1112", 1)]


def test_every_catalogue_may_say_what_the_engine_says() -> None:
    assert told('engine/lose: "Nikdo nevyhrál."\n') == []
    assert told('engine/loose: "Nikdo nevyhrál."\n') == [("W1111", 1)]
    own = compile_package(package(("cs", 'engine/lose: "Nikdo nevyhrál."\n')), language="cs").program
    assert own is not None
    assert own["language"]["sentences"]["engine/lose"] == "Nikdo nevyhrál."
    assert own["language"]["sentences"]["engine/drawn"] == "Hra končí remízou."


def test_only_a_promised_language_must_be_complete() -> None:
    assert told("tool/rope/title: Lano\n", ("en", "cs")) == [("W1113", 1)]
    assert told("# en: Ropes\ntool/rope/title: Lana\n", ("cs",)) == [("W1113", 1), ("W1114", 2)]
    assert [problem.code for problem in check_catalogues(package(promised=("en", "fr")), {})] == ["W1115"]


# ------------------------------------------------------------------ a program in another language

CZECH = """\
game/title: Brána
kind/player/title: Hráč
kind/player/hand/title: Ruka
tool/rope/title: Lano
tool/rope/text: Jednou vylez.
verb/climb/title: Šplhat
verb/play/say/2: "{0} vstává."
verb/climb/needs/1: Nemáš {3}
"""


def test_a_program_speaks_the_language_and_falls_back_to_english() -> None:
    spoken = compile_package(package(("cs", CZECH)), language="cs").program
    assert spoken is not None and not schema_problems("program", spoken)
    assert spoken["game"]["title"] == "Brána"
    assert [one["title"] for one in spoken["entities"] if one["kind"] == "rope"] == ["Lano", "Lano"]
    assert {one["text"] for one in spoken["entities"] if one["kind"] == "rope"} == {"Jednou vylez."}
    assert [one["title"] for one in spoken["entities"] if one["kind"] == "player"] == ["Hráč 1", "Hráč 2"]
    assert {one["title"] for one in spoken["places"] if one["property"] == "hand"} == {"Ruka"}
    assert spoken["verbs"]["climb"]["title"] == "Šplhat"
    assert spoken["texts"]["verb/play/say/2"] == "{0} vstává."
    assert spoken["texts"]["verb/play/win/1"] == "Done."
    assert spoken["texts"]["verb/climb/needs/1"] == "You have no rope", "a gap that nobody fills"
    assert spoken["language"]["code"] == "cs"
    assert spoken["language"]["texts"] - spoken["language"]["missing"] == 7


PRICED = """
action buy by (player):
  in turn_actions
  takes 2 of player.coins
  cost give_up 1 by player
  set gate_open to yes
action rest by (player):
  in turn_actions
  set gate_open to no
to give_up (n: number) by (player):
  needs count(player.hand) >= n
  move top n of player.hand to box
to be_idle by (player): done
"""


def test_what_an_action_costs_is_said_in_the_language() -> None:
    """A procedure that is a price is read by players, so that it is a text though it has no title."""
    game = GAME + PRICED
    assert words(game)["verb/give_up/title"] == "Give up" and "verb/be_idle/title" not in words(game)
    assert words(game)["kind/player/coins/count"] == "{0} coins"
    czech = CZECH + "verb/give_up/title: Odhodit kartu\nkind/player/coins/title: Mince\n"
    counted = czech + 'kind/player/coins/count: "{0} {0|mince|mince|mincí}"\n'
    shown = []
    for language, texts in (("en", ""), ("cs", czech), ("cs", counted)):
        program = compile_package(package((language, texts), game=game), language=language).program
        assert program is not None
        played = Game.start(program, 1, 2)
        played.adjust(manual_edits.move("rope.1", "player.1.hand"))
        played.adjust(manual_edits.put("player.1", "coins", "5"))
        asked = played.question()
        assert asked is not None
        shown.append([one["cost"] for one in asked["options"] if one["action"] == "buy"])
    assert shown == [
        ["2 coins, give up 1"],
        ["mince: 2, odhodit kartu: 1"],
        ["2 mince, odhodit kartu: 1"],
    ]


def test_seats_have_titles_in_every_language() -> None:
    game = GAME.replace("players: 1 to 2", 'players: 1 to 3\n  seats: "The Keeper", "The Thief"')
    assert words(game)["player/2/title"] == "The Thief"
    czech = CZECH + "player/1/title: Strážce\n"
    english = compile_package(package(game=game)).program
    spoken = compile_package(package(("cs", czech), game=game), language="cs").program
    assert english is not None and spoken is not None and identity(spoken) == identity(english)
    titles = [
        [one["title"] for one in program["entities"] if one["kind"] == "player"]
        for program in (english, spoken)
    ]
    assert titles == [["The Keeper", "The Thief", "Player 3"], ["Strážce", "The Thief", "Hráč 3"]]
    told = Game.start(spoken, 1, 2)
    assert [one["title"] for one in told.view(None)["players"]] == ["Strážce", "The Thief"]
    assert "Strážce vstává." in [line["text"] for line in told.lines(None)]


def test_a_translation_plays_the_same_game() -> None:
    english = compile_package(package()).program
    czech = compile_package(package(("cs", CZECH)), language="cs").program
    assert english is not None and czech is not None
    assert identity(czech) == identity(english)
    assert "language" not in english


def test_a_mods_words_come_before_those_of_the_game() -> None:
    first, second = (
        Source("case/texts/cs.yaml", "game/title: Brána\n"),
        Source("mod/texts/cs.yaml", "game/title: Vrata\n"),
    )
    modded = package()._replace(catalogues=(first, second), mods=(Manifest("mod", "Mod"),))
    spoken = compile_package(modded, language="cs").program
    assert spoken is not None
    assert spoken["game"]["title"] == "Vrata"


def test_a_language_is_that_of_a_package_or_its_mods_not_of_what_it_uses_alone() -> None:
    own, of_mod, of_other = (
        Source(f"{one}/texts/{code}.yaml", "game/title: x\n")
        for one, code in (("case", "cs"), ("mod", "de"), ("std", "fr"))
    )
    modded = package()._replace(catalogues=(own, of_mod, of_other), mods=(Manifest("mod", "Mod"),))
    assert languages(modded) == ["cs", "de", "en"]


def test_a_catalogue_that_cannot_be_read_stops_the_game() -> None:
    compiled = compile_package(package(("cs", "a: b: c\n")), language="cs")
    assert compiled.program is None
    assert [problem.code for problem in compiled.problems if problem.is_error] == ["E1101"]


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("a/b: {0} je tu\n", "1:6 a text that begins with `{` needs quotes around it"),
        (
            "a/b: x\n# note\nc/d: {name}, {0}\ne/f: y\n",
            "3:6 a text that begins with `{` needs quotes around it",
        ),
        ("a/b: {0}\n", "1:6 a text that begins with `{` needs quotes around it"),
        (
            "a/b: {0 je tu\nc/d: x\n",
            "1:6 this `{` is not closed; a text that begins with it needs quotes around it",
        ),
        ('a/b: ["vzdech, A co?]\n', "1:7 a quote in this list has no other half"),
        ("a/b: [vzdech] A co?\n", "1:6 a text that begins with `[` needs quotes around it"),
        ("a/b: %s kolem\n", "1:6 a text that begins with `%` needs quotes around it"),
        ("a/b: - ne\n", "1:6 a text that begins with `-` needs quotes around it"),
        ("a/b: Pozor: palba\n", "1:11 a text with a colon in it needs quotes around it"),
        ('a/b: "Pozor" volá\n', "1:13 there is more after the quote that ends this text"),
        ('a/b: "Pozor\nc/d: x\n', '1:6 this text begins with " and does not end with it'),
        ("a/b Pozor\nc/d: x\n", "1:1 `:` and a blank are missing after the name of this entry"),
        ("a/b:Pozor\nc/d: x\n", "1:1 `:` and a blank are missing after the name of this entry"),
        ("a/b:\n  - x\n", "1:1 an entry is a key and one text"),
        ("a/b: x\n...\n", "2:1 `...` ends a YAML file, and entries are added below: delete this line"),
    ],
)
def test_what_cannot_be_read_is_told_in_the_line_at_fault(text: str, told: str) -> None:
    _, problems = read_catalogue(Source("case/texts/cs.yaml", text))
    assert [f"{one.span.line}:{one.span.column} {one.message}" for one in problems] == [told]
    assert problems[0].help.startswith("write `key: text` on one line")


def test_words_that_are_only_chosen_from_are_texts() -> None:
    game = """system case:
  players: 1
words answer: doubt, pass_on
words mood: calm, wild
words unseen: this_one, that_one
setting how: unseen = this_one
to play:
  choose answer from list(doubt, pass_on) by player.1
  look by player.1
  if how is this_one: win
  say "{answer}"
to look by (player) with (mood: mood from list(calm, wild)): say "{mood}"
"""
    texts, problems = package_texts(package_of(game))
    assert not problems
    assert {key for key in texts if key.startswith("words/")} == {
        "words/answer/doubt",
        "words/answer/pass_on",
        "words/mood/calm",
        "words/mood/wild",
    }


def test_what_a_card_says_is_a_value_of_it_where_its_kind_wants_that() -> None:
    game = GAME.replace("kind tool is card\n", "kind tool is card:\n  text: text\n").replace(
        'say "A day begins."', 'say "{rope.1.text}"'
    )
    assert words(game)["tool/rope/text"] == "Climb once.", "it is translated once"
    catalogue = ("cs", "# en: Climb once.\ntool/rope/text: Jednou vylez.\n")
    for language, said in (("en", "Climb once."), ("cs", "Jednou vylez.")):
        program = compile_package(package(catalogue, game=game), language=language).program
        assert program is not None
        assert said in [line["text"] for line in Game.start(program, 1, 1).lines(None)]

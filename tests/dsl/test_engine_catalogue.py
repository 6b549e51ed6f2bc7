"""What the engine says itself, in every language that it speaks."""

from __future__ import annotations

from importlib.resources import files
from pathlib import Path

import pytest

from tilewright.dsl.translations import catalogue, engine_catalogue
from tilewright.dsl.translations.catalogue import engine_texts, forms, gaps, not_gaps
from tilewright.dsl.translations.file import read_catalogue, updated
from tilewright.dsl.translations.translate import typeset
from tilewright.schemas.wording import forms_of

LANGUAGES = engine_catalogue.engine_languages()


def test_it_speaks_czech_and_french() -> None:
    assert LANGUAGES == ["cs", "fr"]
    assert engine_catalogue.engine_catalogue("de") == ()


@pytest.mark.parametrize("language", LANGUAGES)
def test_its_catalogue_is_whole(language: str, request: pytest.FixtureRequest) -> None:
    """Else: pytest --update, and fill in what is empty."""
    source, texts = engine_catalogue.engine_source(language), engine_texts()
    entries, problems = read_catalogue(source)
    assert problems == []
    text, tally = updated(source, texts, "The engine", language)
    if request.config.getoption("update"):
        Path(str(files(engine_catalogue.__package__).joinpath(f"{language}.yaml"))).write_text(text, "utf-8")
    assert tally == (len(texts), (), (), ())
    assert text == source.text
    for entry in entries:
        original = texts[entry.key].words
        assert gaps(entry.words) <= gaps(original), entry.key
        assert not_gaps(entry.words) == [], entry.key
        assert {given for _, given in forms(entry.words)} <= {forms_of(language)}, entry.key


def test_no_line_ends_where_the_language_forbids_it() -> None:
    assert typeset("Où va {0} ? « Ici » : non ; oui !", "fr") == (
        "Où va {0}\u202f? «\u00a0Ici\u00a0»\u00a0: non\u202f; oui\u202f!"
    )
    assert typeset("Kam ? « Sem »", "cs") == "Kam ? « Sem »"
    assert typeset("A koho? Jde s {0} a v lese (z boje) k {1}.", "cs") == (
        "A\u00a0koho? Jde s\u00a0{0} a\u00a0v\u00a0lese (z\u00a0boje) k\u00a0{1}."
    )
    assert catalogue.ORIGINAL not in LANGUAGES

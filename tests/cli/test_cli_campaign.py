from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from tilewright.cli.main import main
from tilewright.schemas.load import problems

WEEK = "learn/6_a_campaign/lamp_week"


def run(*words: str, typed: str = "") -> Result:
    return CliRunner().invoke(main, words, input=typed, catch_exceptions=False)


@pytest.fixture(autouse=True)
def at_home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("TILEWRIGHT_STATE", str(tmp_path / "state"))


def test_a_campaign_is_played_at_the_text_table_and_goes_on_where_it_was_left() -> None:
    first = run("play", WEEK, "--table", "text", "--seed", "3", "--record", "week.json", typed="1\n1\nquit\n")
    assert first.exit_code == 0, first.output
    assert "Lamplighters, A week of lamps, An evening to practise." in first.output
    assert "A week of lamps, An evening to practise." in first.output
    kept = next(Path("state/games").glob("first_campaign-lamp_week-*.save.json"))
    saved = json.loads(kept.read_text())
    assert problems("save", saved) == [] and saved["program"]["mission"] == "lamp_week"
    again = run("play", WEEK, "--table", "text", "--load", str(kept), typed="quit\n")
    assert again.exit_code == 0 and "An evening to practise." in again.output


def test_bots_play_a_campaign_and_a_recording_plays_it_again() -> None:
    counted = run("simulate", WEEK, "--games", "20", "--jobs", "1", "--json")
    figures = json.loads(counted.stdout)
    assert counted.exit_code == 0 and figures["games"] == 20 and figures["stuck"] == 0
    words = ("--seat", "player.1=random", "--table", "text", "--seed", "1", "--record", "r.json")
    bots = run("play", WEEK, *words)
    assert bots.exit_code == 0, bots.output
    played = run("replay", "r.json", "--game", "learn/6_a_campaign", "--log")
    assert played.exit_code == 0, played.output
    for line in ("An evening to practise.", "An evening in the old town.", "A ship at night."):
        assert line in played.output
    assert "The game is over." in played.output


def test_a_campaign_begins_where_a_test_of_it_begins() -> None:
    words = ("play", WEEK, "--table", "text", "--test", "One tool is mended", "--seed", "1")
    result = run(*words, typed="quit\n")
    assert result.exit_code == 0, result.output
    assert "As given in the test" in result.output or "as given in the test" in result.output


def test_a_name_that_is_nearly_that_of_a_campaign_is_pointed_out() -> None:
    result = run("play", "learn/6_a_campaign/lamp_weak")
    assert result.exit_code == 2 and "did you mean `lamp_week`?" in result.output


def test_cards_of_a_campaign_are_not_counted_together() -> None:
    result = run("simulate", WEEK, "--games", "2", "--cards")
    assert result.exit_code == 2 and "mission by mission" in result.output

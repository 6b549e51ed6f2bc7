"""What can be compiled but is hardly meant: one module a lint, all of them in LINTS. A lint changes nothing
and stays silent in doubt, for a false alarm teaches authors to look away.
"""

from collections.abc import Callable, Iterator

from ..problems.diagnostics import Diagnostic
from .closed_spaces import closed_spaces
from .components import components
from .computed_once import computed_once
from .dead_lines import dead_lines
from .dead_tests import dead_tests
from .endless_calls import endless_calls
from .endless_loops import endless_loops
from .everybodys import everybodys
from .facts import BoardSetup, Facts
from .full_slots import full_slots
from .hidden_looks import hidden_looks
from .idle_moves import idle_moves
from .idle_resets import idle_resets
from .idle_signs import idle_signs
from .leaks import leaks
from .listed_twice import listed_twice
from .look_hints import look_hints
from .lost_changes import lost_changes
from .missions import missions
from .missions_in_missions import missions_in_missions
from .never_changed import never_changed
from .never_filled import never_filled
from .never_given import never_given
from .never_in_play import never_in_play
from .never_running import never_running
from .never_shuffled import never_shuffled
from .no_end import no_end
from .nobody_decides import nobody_decides
from .nobody_left import nobody_left
from .off_the_board import off_the_board
from .one_pass import one_pass
from .open_orders import open_orders
from .over_at_once import over_at_once
from .running_out import running_out
from .same_either_way import same_either_way
from .same_for_all import same_for_all
from .shuffled_empty import shuffled_empty
from .start_areas import start_areas
from .story_ends import story_ends
from .story_labels import labels_in, story_labels
from .story_reasons import story_reasons
from .story_tables import story_tables
from .story_tests import story_tests
from .story_titles import story_titles
from .story_words import story_words, words_in
from .stuck_rules import stuck_rules
from .too_much import too_much
from .unreachable import unreachable
from .unread_meanings import unread_meanings
from .unread_names import unread_names
from .unread_values import unread_values
from .unused import unused
from .written_twice import written_twice

Lint = Callable[[Facts], Iterator[Diagnostic]]

LINTS: tuple[Lint, ...] = (
    nobody_decides,
    leaks,
    open_orders,
    stuck_rules,
    dead_tests,
    dead_lines,
    endless_loops,
    endless_calls,
    too_much,
    lost_changes,
    same_either_way,
    never_shuffled,
    shuffled_empty,
    one_pass,
    off_the_board,
    idle_resets,
    never_given,
    idle_signs,
    unread_names,
    unread_meanings,
    unread_values,
    same_for_all,
    unreachable,
    start_areas,
    closed_spaces,
    running_out,
    full_slots,
    components,
    computed_once,
    no_end,
    missions,
    missions_in_missions,
    nobody_left,
    over_at_once,
    look_hints,
    hidden_looks,
    everybodys,
    never_in_play,
    never_changed,
    idle_moves,
    never_filled,
    never_running,
    story_ends,
    story_labels,
    story_titles,
    story_reasons,
    story_tables,
    story_tests,
    story_words,
    written_twice,
    listed_twice,
    unused,
)


def lint(facts: Facts) -> list[Diagnostic]:
    """Everything that the lints have to say about a package."""
    return [problem for one in LINTS for problem in one(facts)]


__all__ = ["LINTS", "BoardSetup", "Facts", "labels_in", "lint", "words_in"]

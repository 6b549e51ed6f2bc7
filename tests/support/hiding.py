"""A small game in which a hunter moves in secret while guards write notes."""

HUNTER, GUARD, OTHER = "player.1", "player.2", "player.3"
HIDE = """
kind field is square:
  home: yes/no
kind lurker is figure:
  place seen by player.1
  controlled by player.1
lurker shade "The Shade"
kind mark is token
mark chalk "Chalk"
mark cross "Cross"
game has:
  marks: pile of mark
  plan, alarms: number
  steps: number, seen by player.1
relation walk between fields:
  joins sides
board yard of field "Yard":
  drawing:
    +---+---+---+
    | a   .   . |
    +   +   +   +
    | .   .   . |
    +---+---+---+
  signs:
    | sign | means     |
    | a    | home: yes |

mission night "Night":
  layout:
    | board | at   |
    | yard  | 0, 0 |

menu parts for lurker
menu notes "Notes" for player, at any time
action sneak "Sneak" by (actor: lurker):
  in parts
  limit 1 per turn
  let left = 2
  repeat while left > 0:
    choose next from neighbours(actor.space, walk) asking "Step to" secretly, or "Stay": stop
    move actor to next
    raise steps by 1
    lower left by 1
action knock "Knock" by (actor: lurker) with (n: number from numbers):
  in parts
  limit 1 per turn
  needs not actor.space.home
  raise alarms by n
  say "A knock."
define numbers: list of number = list(1, 2, 3)
action chalk_up "Chalk" by (player: player) on (mark: mark from all(marks)):
  in notes
  needs you is not player.1
  move mark to marks

to play:
  move shade to first(fields where it.home)
  repeat:
    choose n from 1 to 3 by player.2 asking "Plan"
    set plan to n
    turn
to turn:
  offer parts to shade by player.1 SECRETLY
"""
HIDE = HIDE.replace("mark: mark from all(marks)", "mark: mark from all(marks) where it is gone")
SECRET = HIDE.replace(" SECRETLY", ' secretly, or "Be still": done')
OPENLY = HIDE.replace(" SECRETLY", ', or "Be still": done')
ONLY = HIDE.replace(" SECRETLY", " secretly")
UNABLE = ONLY.replace("limit 1 per turn", "needs steps > 9", 1)

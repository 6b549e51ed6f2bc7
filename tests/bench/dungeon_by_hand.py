"""The Dungeon of scenarios/bench/dungeon as a programmer writes it for speed: slots, columns, tables.

The rules, the order of options and the use of the generator are those of the package, so that the same
answers give the same games: a checksum over both must agree.
"""

from __future__ import annotations

MASK = (1 << 64) - 1
FACTOR = 6364136223846793005
STEP = 1442695040888963407

WIDTH = 20
AROUND = (-21, -20, -19, -1, 1, 19, 20, 21)
START = (21, 41, 61, 81, 38, 58, 78, 98, 378, 358)  # four heroes, then six monsters
HEALTH = (6, 6, 5, 5, 2, 2, 2, 3, 3, 4)
AIM = (6, 6, 7, 7, 4, 4, 4, 5, 5, 6)
RANGE = (1, 1, 6, 6, 1, 1, 1, 5, 5, 1)
HEROES, CREATURES = 4, 10
ROUNDS = 40
END = -1

WON, LOST, TIMED_OUT = 1, 2, 3
RALLY, POTION, HASTE, SPRINT, PLAN = range(5)


def _walls() -> bytearray:
    """The map: a rim of rock, and forty blocks strewn by the generator from 99."""
    cells = bytearray(WIDTH * WIDTH)
    for i in range(WIDTH):
        cells[i] = cells[-1 - i] = cells[i * WIDTH] = cells[i * WIDTH + WIDTH - 1] = 255
    x = 99
    for _ in range(40):
        x = (x * FACTOR + STEP) & MASK
        cell = (x >> 33) % 400
        if 3 <= cell % WIDTH <= 16:
            cells[cell] = 255
    return cells


WALLS = _walls()
PACES = [
    bytes(max(abs(a % WIDTH - b % WIDTH), abs(a // WIDTH - b // WIDTH)) for b in range(400))
    for a in range(400)
]


class Dungeon:
    """One game. `legal` lists the options of the open decision; END comes last."""

    __slots__ = (
        "aim",
        "deck",
        "discards",
        "exhausted",
        "hand",
        "health",
        "legal",
        "living",
        "occupied",
        "over",
        "place",
        "points",
        "rage",
        "rng",
        "round",
        "turn",
    )

    def __init__(self, seed: int) -> None:
        self.place = list(START)
        self.health = list(HEALTH)
        self.occupied = bytearray(WALLS)
        for creature, cell in enumerate(START):
            self.occupied[cell] = creature + 1
        self.deck = list(range(60))
        self.discards: list[int] = []
        self.hand: list[int] = []
        self.living = [HEROES, CREATURES - HEROES]
        self.exhausted = self.over = self.round = self.rage = self.points = self.aim = 0
        self.rng = seed & MASK
        self.shuffle(self.deck)
        self.turn = -1
        self.next_turn()

    def shuffle(self, cards: list[int]) -> None:
        x = self.rng
        for i in range(len(cards) - 1, 0, -1):
            x = (x * FACTOR + STEP) & MASK
            j = (x >> 33) % (i + 1)
            cards[i], cards[j] = cards[j], cards[i]
        self.rng = x

    def draw(self) -> int:
        if not self.deck:
            if not self.discards:
                return -1
            self.deck, self.discards = self.discards, []
            self.shuffle(self.deck)
        return self.deck.pop()

    def next_turn(self) -> None:
        """Go on to the next creature that lives and has something to decide."""
        health = self.health
        while True:
            self.turn += 1
            if self.turn == CREATURES:
                self.event()
                self.round += 1
                self.turn = -1
                if not self.living[0]:
                    self.over = LOST
                elif self.round >= ROUNDS:
                    self.over = TIMED_OUT
                if self.over:
                    return
                continue
            if health[self.turn] > 0:
                self.begin_turn()
                self.find_legal()
                if len(self.legal) > 1:
                    return

    def begin_turn(self) -> None:
        turn = self.turn
        self.points = 3
        self.aim = AIM[turn]
        if turn < HEROES:
            card = self.draw()
            if card >= 0:
                (self.hand if len(self.hand) < 5 else self.discards).append(card)
        else:
            self.aim += self.rage

    def event(self) -> None:
        self.rage = 0
        card = self.draw()
        if card < 0:
            return
        kind = card // 12
        if kind == POTION:
            self.rage = 1
        elif kind == HASTE:
            self.exhausted += 1
            for creature in range(HEROES, CREATURES):
                if self.health[creature] <= 0:
                    cell = START[creature]
                    if not self.occupied[cell]:
                        self.health[creature] = HEALTH[creature]
                        self.place[creature] = cell
                        self.occupied[cell] = creature + 1
                        self.living[1] += 1
                    break
            return
        elif kind == SPRINT:
            for hero in range(HEROES):
                if self.health[hero] > 0:
                    paces = PACES[self.place[hero]]
                    foes = range(HEROES, CREATURES)
                    if any(self.health[m] > 0 and paces[self.place[m]] == 1 for m in foes):
                        self.wound(hero)
        elif kind == PLAN:
            for hero in range(HEROES):
                if 0 < self.health[hero] < HEALTH[hero]:
                    self.health[hero] += 1
        self.discards.append(card)

    def wound(self, target: int) -> None:
        health = self.health[target] - 1
        self.health[target] = health
        if health == 0:
            self.occupied[self.place[target]] = 0
            self.living[target >= HEROES] -= 1

    def find_legal(self) -> None:
        """Cells to step to, 400 + creature to attack, 500 + card to play (equal ones once), END."""
        legal: list[int] = []
        if self.points > 0:
            turn = self.turn
            place = self.place
            cell = place[turn]
            occupied = self.occupied
            legal = [cell + way for way in AROUND if not occupied[cell + way]]
            paces = PACES[cell]
            reach = RANGE[turn]
            health = self.health
            for target in range(HEROES, CREATURES) if turn < HEROES else range(HEROES):
                if health[target] > 0 and paces[place[target]] <= reach:
                    legal.append(400 + target)
            if turn < HEROES:
                seen = 0
                for card in self.hand:
                    if not seen >> card // 12 & 1:
                        seen |= 1 << card // 12
                        legal.append(500 + card)
        legal.append(END)
        self.legal = legal

    def apply(self, choice: int) -> None:
        """Take one of the legal options, and go on to the next decision."""
        if choice == END:
            self.next_turn()
            return
        if choice < 400:
            turn = self.turn
            self.points -= 1
            self.occupied[self.place[turn]] = 0
            self.occupied[choice] = turn + 1
            self.place[turn] = choice
        elif choice < 500:
            self.points -= 1
            self.attack(choice - 400)
            if not self.living[0]:
                self.over = LOST
                return
            if not self.living[1]:
                self.over = WON
                return
        else:
            self.play(choice - 500)
        self.find_legal()
        if len(self.legal) == 1:
            self.next_turn()

    def attack(self, target: int) -> None:
        aim, x, health = self.aim, self.rng, self.health
        while True:
            aim -= 1
            x = (x * FACTOR + STEP) & MASK
            if (x >> 33) % 10 + 1 > aim:
                break
            self.wound(target)
            if health[target] <= 0:
                break
        self.aim = aim
        self.rng = x

    def play(self, card: int) -> None:
        self.hand.remove(card)
        kind = card // 12
        if kind == RALLY:
            self.points -= 1
            self.aim += 2
            self.discards.append(card)
        elif kind == POTION:
            self.points -= 1
            turn = self.turn
            self.health[turn] = min(self.health[turn] + 2, HEALTH[turn])
            self.exhausted += 1
        elif kind == HASTE:
            self.points += 1
            self.discards.append(card)
        elif kind == SPRINT:
            self.points += 2
            self.exhausted += 1
        else:
            self.discards.append(card)
            drawn = self.draw()
            if drawn >= 0:
                self.hand.append(drawn)


def playouts(games: int, seed: int) -> tuple[int, int]:
    """Play random games; how many choices were made, and a checksum over how they ended."""
    r, choices, checksum = seed, 0, 0
    for i in range(games):
        game = Dungeon(seed * 1000 + i + 1)
        apply = game.apply
        while not game.over:
            legal = game.legal
            r = (r * FACTOR + STEP) & MASK
            apply(legal[(r >> 33) % len(legal)])
            choices += 1
        health = sum(h for h in game.health if h > 0)
        checksum = (checksum * 31 + game.over * 1000 + game.round * 7 + health + game.exhausted) & 0xFFFFFFFF
    return choices, checksum

"""Brax and its variants a second time, from the rules pages alone, with sets of points and no bitboards."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

from rebaz_core.fen import parse_square, square_name, write_board, write_squares
from rebaz_core.games.brax_lines import FILES, LINES, STANDARD


@cache
def neighbours(point: int, colour: str, lines: str) -> frozenset[int]:
    pairs = [pair for pair, letter in zip(LINES, lines, strict=True) if letter in colour and point in pair]
    return frozenset(other for pair in pairs for other in pair if other != point)


def targets(men: dict[int, str], point: int, lines: str) -> list[tuple[int, ...]]:
    """The ways of the piece on a point as the page describes them: (end,) or (middle, end) of a double capture."""
    own = men[point]
    colour = "r" if own == "R" else "b"
    ways: list[tuple[int, ...]] = [(end,) for end in neighbours(point, "rb", lines) if men.get(end) != own]
    for middle in neighbours(point, colour, lines):
        for end in neighbours(middle, colour, lines) - {point}:
            if middle not in men and men.get(end) != own:
                ways.append((end,))
            elif men.get(middle, own) != own and men.get(end, own) != own:
                ways.append((middle, end))
    return ways


def could_capture(men: dict[int, str], point: int, lines: str) -> set[int]:
    return {taken for way in targets(men, point, lines) for taken in way if taken in men}


def read(fen: str) -> tuple[dict[int, str], str, str, set[int], str, int | None]:
    """The pieces by point, the letters of the side to move and of the other, the forced points, the bars, the last."""
    board, side, forced, barred, last, *_ = fen.split()
    men: dict[int, str] = {}
    for rank, row in zip(range(8, -1, -1), board.split("/"), strict=True):
        file = 0
        for letter in row:
            if letter.isdigit():
                file += int(letter)
            else:
                men[9 * rank + file] = {"M": "R", "m": "b"}.get(letter, letter)
                file += 1
    own, enemy = ("R", "b") if side == "w" else ("b", "R")
    points = {parse_square(forced[i : i + 2], FILES, FILES) for i in range(0, len(forced) - 1, 2)}
    return men, own, enemy, {point for point in points if point is not None}, barred, parse_square(last, FILES, FILES)


def forced_by(men: dict[int, str], moved: int, last: int | None, lines: str) -> set[int]:
    """What a call forces, on the board after the move."""
    found = could_capture(men, moved, lines)
    others = [point for point, piece in men.items() if piece == men[moved] and point != moved]
    if last in men and any(last in could_capture(men, other, lines) for other in others):
        found.add(last)
    return found


def after(men: dict[int, str], point: int, way: tuple[int, ...]) -> dict[int, str]:
    left = {each: piece for each, piece in men.items() if each != point and each not in way}
    return {**left, way[-1]: men[point]}


def text_of(point: int, way: tuple[int, ...]) -> str:
    return "".join(square_name(each, FILES) for each in (point, *way))


def of_partner(fen: str, men: dict[int, str], side: str, turn: int) -> set[int]:
    """In a game of four the points of the player of a side whose turn it is; of all if that player has none."""
    board = fen.split()[0]
    for run in range(9, 0, -1):
        board = board.replace(str(run), "." * run)
    cells = "".join(reversed(board.split("/")))
    every = {point for point, piece in men.items() if piece == side}
    return {point for point in every if (cells[point] in "Mm") == bool(turn)} or every


def reference_moves(fen: str, lines: str = STANDARD, teams: bool = False) -> set[str]:
    men, own, enemy, forced, barred, last = read(fen)
    turn = (int(fen.split()[6]) - 1) % 2
    every = sorted(point for point, piece in men.items() if piece == own)
    movers = sorted(of_partner(fen, men, own, turn)) if teams else every
    if not any(targets(men, point, lines) for point in movers):
        movers = every
    if any(targets(men, point, lines) for point in forced):
        movers = sorted(forced)
    found = set()
    for point in movers:
        for way in targets(men, point, lines):
            found.add(text_of(point, way))
            then = after(men, point, way)
            counts = sorted(list(then.values()).count(letter) for letter in "Rb")
            known_last = last if last is not None and then.get(last) != own else None
            forces = forced_by(then, way[-1], known_last, lines)
            if teams:
                left = {each: piece for each, piece in men.items() if then.get(each) == piece == enemy}
                forces &= of_partner(fen, left, enemy, turn if own == "R" else 1 - turn)
            if ("w" if own == "R" else "b") not in barred and counts != [1, 2] and forces:
                found.add(text_of(point, way) + "!")
    return found


def reference_after(fen: str, move: str, lines: str = STANDARD) -> str:
    """The position string after a legal move."""
    men, own, enemy, _, barred, last = read(fen)
    indices = [index for each in split_points(move) if (index := parse_square(each, FILES, FILES)) is not None]
    then = after(men, indices[0], tuple(indices[1:]))
    side, other = ("w", "b") if own == "R" else ("b", "w")
    bars = barred.strip("-").replace(side, "")
    forced: set[int] = set()
    if move.endswith("!"):
        forced = forced_by(then, indices[-1], last if last is not None and then.get(last) == enemy else None, lines)
        bars = "".join(sorted(bars + side, reverse=True))
    board = write_board([then.get(each, "") for each in range(81)], FILES)
    quiet = int(fen.split()[5]) + 1 if len(then) == len(men) else 0
    number = int(fen.split()[6]) + (side == "b")
    names = write_squares(sorted(forced), FILES)
    return f"{board} {other} {names} {bars or '-'} {square_name(indices[-1], FILES)} {quiet} {number}"


def split_points(move: str) -> list[str]:
    plain = move.rstrip("!")
    return [plain[i : i + 2] for i in range(0, len(plain), 2)]


def prey_reply(fen: str, policy: str = "random", seed: int = 0) -> str:
    """The move of the prey in a hunt, by the policy as the variants' page describes it."""
    men, _, _, forced, _, _ = read(fen)
    prey = sorted(point for point, piece in men.items() if piece == "b")

    def quiet(points: list[int]) -> list[tuple[int, tuple[int, ...]]]:
        ways = [(point, way) for point in points for way in sorted(targets(men, point, STANDARD))]
        return [(point, way) for point, way in ways if len(way) == 1 and way[0] not in men]

    moves = quiet(sorted(forced) or prey) or quiet(prey)
    if policy == "random":
        z = (seed + (int(fen.split()[5]) << 32) + (len(men) << 56) + 0x9E3779B97F4A7C15) % 2**64
        z = (z ^ z >> 30) * 0xBF58476D1CE4E5B9 % 2**64
        z = (z ^ z >> 27) * 0x94D049BB133111EB % 2**64
        return text_of(*moves[(z ^ z >> 31) % len(moves)])

    (hunter,) = [point for point, piece in men.items() if piece == "R"]

    def risk(move: tuple[int, tuple[int, ...]]) -> tuple[int, int]:
        distance = sum(abs(a - b) for a, b in zip(divmod(hunter, 9), divmod(move[1][0], 9), strict=True))
        return len(could_capture(after(men, *move), hunter, STANDARD)), -distance

    return text_of(*min(moves, key=risk))


def reference_hunt(fen: str) -> set[str]:
    men, own, *_ = read(fen)
    if len(set(men.values())) < 2 or int(fen.split()[5]) >= 120:
        return set()
    return reference_moves(fen) if own == "R" else {prey_reply(fen)}


def reference_perft(fen: str, depth: int) -> int:
    """Perft of a hunt."""
    moves = reference_hunt(fen)
    return len(moves) if depth == 1 else sum(reference_perft(reference_after(fen, move), depth - 1) for move in moves)


# --- two allies against one -------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Three:
    """A position of brax3; `men` has `R` for both allies, `marked` the points of the pieces `M`."""

    men: dict[int, str]
    marked: set[int]
    own: str
    moved: int | None
    forced: set[int]
    barred: str
    last: int | None
    quiet: int
    fullmove: int

    @property
    def side(self) -> str:
        return "w" if self.own == "R" else "b"

    @property
    def over(self) -> bool:
        counts = [list(self.men.values()).count(letter) for letter in "Rb"]
        return 0 in counts or (counts == [1, 1] and self.quiet >= 10)

    def movable(self) -> set[int]:
        """The own pieces that can move, without the one that has moved in this turn."""
        own = {point for point, piece in self.men.items() if piece == self.own and point != self.moved}
        return {point for point in own if targets(self.men, point, STANDARD)}

    def movers(self) -> set[int]:
        """The pieces that may make the next ply."""
        movers = self.movable()
        if self.own == "R":
            player = self.marked if self.moved is not None else set(self.men) - self.marked
            movers = movers & player or movers
        return movers & self.forced or movers

    def ways(self) -> list[tuple[int, tuple[int, ...]]]:
        return [] if self.over else [(p, way) for p in sorted(self.movers()) for way in targets(self.men, p, STANDARD)]

    def forces(self, point: int, way: tuple[int, ...]) -> set[int]:
        """What a call with a move forces; nothing where no call is allowed."""
        then = after(self.men, point, way)
        counts = sorted(list(then.values()).count(letter) for letter in "Rb")
        alone = list(then.values()).count(self.own) == 1
        if self.side in self.barred or counts == [1, 2] or (self.moved is None and not alone):
            return set()
        return forced_by(then, way[-1], self.stands(then), STANDARD)

    def stands(self, then: dict[int, str]) -> int | None:
        """The enemy piece that moved last, if it is still there."""
        return self.last if self.last is not None and then.get(self.last, self.own) != self.own else None

    def moves(self) -> set[str]:
        plain = {text_of(point, way) for point, way in self.ways()}
        return plain | {text_of(point, way) + "!" for point, way in self.ways() if self.forces(point, way)}

    def after(self, move: str) -> Three:
        """The position after a legal move."""
        point, *rest = [index for each in split_points(move) if (index := parse_square(each, FILES, FILES)) is not None]
        way = tuple(rest)
        then = after(self.men, point, way)
        marked = (self.marked - {point, *way}) | ({way[-1]} if point in self.marked else set())
        quiet = self.quiet + 1 if len(then) == len(self.men) else 0
        forced = set() if point in self.forced else self.forced
        middle = Three(then, marked, self.own, way[-1], forced, self.barred, self.stands(then), quiet, self.fullmove)
        if self.moved is None and middle.movable():
            return middle
        bars = self.barred.replace(self.side, "") + (self.side if move.endswith("!") else "")
        return Three(
            then, marked, "b" if self.own == "R" else "R", None,
            self.forces(point, way) if move.endswith("!") else set(),
            "".join(sorted(bars, reverse=True)), way[-1], quiet, self.fullmove + (self.own == "b"),
        )  # fmt: skip

    def perft(self, depth: int) -> int:
        moves = self.moves()
        return len(moves) if depth == 1 else sum(self.after(move).perft(depth - 1) for move in moves)

    def fen(self) -> str:
        letters = ["M" if point in self.marked else self.men.get(point, "") for point in range(81)]
        moved, last = ("-" if point is None else square_name(point, FILES) for point in (self.moved, self.last))
        forced = write_squares(sorted(self.forced), FILES)
        board = write_board(letters, FILES)
        return f"{board} {self.side} {moved} {forced} {self.barred or '-'} {last} {self.quiet} {self.fullmove}"


def three(fen: str) -> Three:
    """The position of brax3 that a position string names."""
    board, side, moved, *fields = fen.split()
    men, own, _, forced, barred, last = read(" ".join([board, side, *fields]))
    for run in range(9, 0, -1):
        board = board.replace(str(run), "." * run)
    marked = {point for point, letter in enumerate("".join(reversed(board.split("/")))) if letter == "M"}
    index = parse_square(moved, FILES, FILES)
    return Three(men, marked, own, index, forced, barred.strip("-"), last, int(fields[3]), int(fields[4]))

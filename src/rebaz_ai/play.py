"""`rebaz play`: a game between a person at a terminal and the engine."""

from __future__ import annotations

import sys
from random import Random
from typing import TYPE_CHECKING, Final

from rebaz_core import MoveError
from rebaz_core.dice import throw
from rebaz_core.show import board_text, note_lines, outcome_text

if TYPE_CHECKING:
    from collections.abc import Callable

    from rebaz_ai.search import Limits, Searcher
    from rebaz_core import Move, Position

HELP: Final = "a move, or: moves, hint, undo, board, fen, help, quit"
DICE: Final = "Dice are thrown for attacks; one typed with its outcome, such as e4d5:x, takes that of your own dice."


class Game:
    """A game of a person, who plays `side`, against the engine under `limits`."""

    def __init__(
        self,
        position: Position,
        side: str,
        searcher: Searcher,
        limits: Limits,
        draw: Callable[[Position], str] = board_text,
        think: Callable[[Callable[[], Move]], Move] = lambda search: search(),
        seed: int | None = None,
    ) -> None:
        self.position = position
        self.side = side
        self.searcher = searcher
        self.limits = limits
        self.draw = draw
        """Makes the text of a board."""
        self.think = think
        """Runs a search."""
        self.dice = Random(seed)
        self.commands: dict[str, Callable[[], None]] = {
            "moves": self.list_moves,
            "hint": self.hint,
            "undo": self.undo,
            "board": self.show,
            "fen": lambda: print(self.position.fen()),
            "help": self.help,
        }

    def run(self) -> None:
        """Play until the game is over, or the person quits or ends the input."""
        print(f"You play {self.side}. Type {HELP}.")
        if self.position.has_dice:
            print(DICE)
        self.show()
        self.answer()
        while not self.position.is_over:
            print(f"{self.position.turn}> ", end="", flush=True)
            line = sys.stdin.readline() if sys.stdin is not None else ""
            if not line:
                print()
                return
            text = line.strip()
            if text == "quit":
                return
            if text in self.commands:
                self.commands[text]()
            elif text:
                self.move(text)
        print(f"The game is over: {self.position.result}")

    def move(self, text: str) -> None:
        """Make the person's move and the engine's; what is wrong with a text is said."""
        try:
            thrown = throw(self.position, text, self.dice)
        except MoveError as error:
            said = str(error).replace(f" in {self.position.fen()}", "")  # it is on the board
            print(f"{said} (help lists the commands)")
            return
        if thrown.fought:
            print(outcome_text(thrown))
        self.position.push(thrown.move)
        self.show()
        self.answer()

    def answer(self) -> None:
        """Make the engine's moves as long as it is to move."""
        while not self.position.is_over and self.position.turn != self.side:
            thrown = throw(self.position, self.best_move(), self.dice)
            text = outcome_text(thrown) if thrown.fought else self.named(thrown.move)
            print(f"{self.position.turn} plays {text}")
            self.position.push(thrown.move)
            self.show()

    def best_move(self) -> Move:
        """What the engine would play."""

        def search() -> Move:
            move = self.searcher.search(self.position, self.limits).bestmove
            assert move is not None, "asked for a move of a finished game"
            return move

        return self.think(search)

    def named(self, move: Move) -> str:
        """A decision in both notations, where they differ."""
        native = self.position.native(move)
        return move.text if native == move.text else f"{move.text} ({native})"

    def show(self) -> None:
        """Print the board, with the points where the rules count them, and what is not on it."""
        print(self.draw(self.position))
        if self.position.points is not None:
            white, black = self.position.points
            print(f"Points: w {white}, b {black}")
        for line in note_lines(self.position):
            print(line)

    def list_moves(self) -> None:
        """Print the legal moves, an attack that dice complete once."""
        print("  ".join(sorted(map(self.named, self.position.decisions))))

    def help(self) -> None:
        """Print what can be typed."""
        print(HELP)
        if self.position.has_dice:
            print(DICE)

    def hint(self) -> None:
        """Print what the engine would play in the person's place."""
        print(f"hint: {self.named(self.best_move())}")

    def undo(self) -> None:
        """Take back the person's last move and what came after it."""
        earlier = self.position.copy()
        while earlier.moves:
            earlier.pop()
            if earlier.turn == self.side:
                self.position = earlier
                self.show()
                return
        print("no move of yours to take back")

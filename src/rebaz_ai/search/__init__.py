"""Search: what to look for (`Limits`), what comes back (`Info`, `SearchResult`), and the `Searcher` that does it."""

from rebaz_ai.search.driver import Searcher
from rebaz_ai.search.options import SearchOptions
from rebaz_ai.search.types import Info, Limits, Score, SearchResult, WinDrawLoss

__all__ = ["Info", "Limits", "Score", "SearchOptions", "SearchResult", "Searcher", "WinDrawLoss"]

"""Players: everything that thinks, talks or measures.

`rebaz_ai.search` has the engine's `Searcher`, `rebaz_ai.bots` players, `rebaz_ai.match` games between them,
`rebaz_ai.evaluation` static values, `rebaz_ai.bench` the bench, `rebaz_ai.uci` the protocol, `rebaz_ai.cli` the
command.
"""

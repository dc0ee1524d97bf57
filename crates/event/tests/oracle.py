"""Asks gacrux, by the author of FIDE's checker, for pairings and tie-breaks, and networkx for matchings.

Each line of standard input is a question in JSON, each line of standard output its answer.
"""

import io
import json
import sys
from contextlib import redirect_stdout

import networkx
from gacrux.berger import bergertables
from gacrux.gacruxexeptions import GacruxNoLegalPairing
from gacrux.pairingfideteam import pairing_fideteam
from gacrux.tiebreak import tiebreak
from gacrux.trf2json import trf2json


def read(trf):
    reader = trf2json()
    reader.parse_file(trf, 0)
    status = reader.chessjson["status"]
    if status["code"] != 0:
        raise ValueError(status)
    return reader.get_tournament(1)


def pairs(trf, number):
    engine = pairing_fideteam(read(trf), number, {"experimental": [], "verbose": 0})
    try:
        brackets = engine.compute_pairing(False)
    except GacruxNoLegalPairing:
        return None
    found = [(pair["board"], pair["w"], pair["b"]) for bracket in brackets for pair in bracket["pairs"]]
    return [[white, black] for _, white, black in sorted(found)]


def event(question):
    rounds = [pairs(question["trf"], number) for number in question["rounds"]]
    params = {"tiebreak": list(question["tie_breaks"]), "check": False, "swiss": True, "unrated": None}
    tournament = read(question["trf"])
    answer = tiebreak(tournament, question["played"], params).compute_tiebreaks(tournament, params)
    standings = [
        [one["cid"], one["rank"], [str(value) for value in one["tiebreakScore"]]]
        for one in answer["competitors"]
    ]
    return {"rounds": rounds, "standings": standings}


def berger(question):
    table = bergertables(question["teams"])["pairing"]
    return [[[pair["white"], pair["black"]] for _, pair in sorted(table[number].items())] for number in sorted(table)]


def matching(question):
    graph = networkx.Graph()
    graph.add_nodes_from(range(question["vertices"]))
    graph.add_weighted_edges_from(question["edges"])
    found = networkx.min_weight_matching(graph)
    if 2 * len(found) != question["vertices"]:
        return None
    return sum(graph[a][b]["weight"] for a, b in found)


ASKED = {"event": event, "berger": berger, "matching": matching}

for line in sys.stdin:
    question = json.loads(line)
    with redirect_stdout(io.StringIO()):
        answer = ASKED[question["ask"]](question)
    print(json.dumps(answer), flush=True)

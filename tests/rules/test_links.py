"""Links between our documents lead somewhere."""

import re
from pathlib import Path

import pytest

from tests.rules.sources import REPO, our_files

LINK = re.compile(r"\[[^\]]*\]\(([^)#\s]+)(?:#[^)]*)?\)")
DOCUMENTS = [path for path in our_files() if path.suffix == ".md"]


@pytest.mark.parametrize("path", DOCUMENTS, ids=lambda path: path.relative_to(REPO).as_posix())
def test_every_link_leads_to_a_file(path: Path) -> None:
    targets = LINK.findall(path.read_text(encoding="utf-8"))
    lost = [t for t in targets if "://" not in t and not (path.parent / t).exists()]
    assert not lost, "\n".join(lost)


def test_the_readme_leads_to_every_page_a_newcomer_needs() -> None:
    targets = set(LINK.findall((REPO / "README.md").read_text(encoding="utf-8")))
    pages = {path.relative_to(REPO).as_posix() for path in (REPO / "docs").glob("*.md")}
    assert pages | {"boards/README.md"} <= targets

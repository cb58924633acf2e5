"""A canvas as an eye would see it."""

from pitboard.app.canvas import PAGES, WIDTH, Canvas


def image_of(canvas: Canvas) -> list[list[bool]]:
    """The eight lines: 64 rows of 128 pixels."""
    pages = [bytes(canvas.page(page)) for page in range(PAGES)]
    return [[bool(pages[y // 8][x] >> y % 8 & 1) for x in range(WIDTH)] for y in range(8 * PAGES)]

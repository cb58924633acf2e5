"""The errors that may cross the wire. Handlers raise them; nothing else of a failure leaves the board.

Texts name the parameter or the remedy, never what the host sent: an answer cannot be made to grow.
"""

from pitboard.protocol import messages

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    RequestId = int | str | None


class RpcError(Exception):
    """A typed error answer: a code of schema.toml, a short text, and data where the code has some."""

    def __init__(
        self,
        code: int,
        message: str,
        data: "dict[str, Any] | None" = None,
        request_id: "RequestId" = None,
        notification: bool = False,
    ) -> None:
        super().__init__(code, message)
        self.code = code
        self.message = message
        self.data = data
        self.request_id = request_id
        self.notification = notification  # a notification gets no answer, not even this one


def events_gone(oldest: int) -> RpcError:
    """The records asked for were rotated out; `oldest` is what is left."""
    return RpcError(messages.EVENTS_GONE, "those records are gone", {"oldest": oldest})


def busy(why: str) -> RpcError:
    """Not now; `why` in a few words."""
    return RpcError(messages.BUSY, why)

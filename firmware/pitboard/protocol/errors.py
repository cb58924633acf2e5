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


def refused(rule: str, text: str) -> RpcError:
    """A step that the rules do not allow now; `text` says why and what to do."""
    return RpcError(messages.REFUSED, "not lawful now", {"rule": rule, "text": text})


def not_authorised(text: str) -> RpcError:
    """Nobody with the right role vouches for the host, or the PIN is wrong."""
    return RpcError(messages.NOT_AUTHORISED, "not authorised", {"text": text})


def invalid_params(text: str) -> RpcError:
    """A parameter that has the right type and still means nothing; `text` names it and what is allowed."""
    return RpcError(messages.INVALID_PARAMS, text)

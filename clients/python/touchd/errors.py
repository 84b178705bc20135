"""The errors that end a client."""


class TouchdError(Exception):
    """An error of this library. It ends the client."""


class ProtocolMismatch(TouchdError):
    """The server at the socket speaks another protocol."""


class Unreachable(TouchdError):
    """The retry budget is used up."""


class Refused(TouchdError):
    """The request of the call was refused by touchd."""

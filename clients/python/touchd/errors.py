"""What ends a client."""


class TouchdError(Exception):
    """An error of this library. The client is of no more use."""


class ProtocolMismatch(TouchdError):
    """The server at the socket speaks another protocol."""


class Unreachable(TouchdError):
    """The retry budget is used up."""


class Refused(TouchdError):
    """touchd refused the request of the call."""

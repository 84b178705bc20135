using System;

namespace Touchd
{
    /// <summary>An error of this library.</summary>
    public abstract class TouchdException : Exception
    {
        internal TouchdException(string message) : base(message)
        {
        }
    }

    /// <summary>The server at the socket speaks another protocol. This ends the client.</summary>
    public sealed class ProtocolMismatchException : TouchdException
    {
        internal ProtocolMismatchException(string message) : base(message)
        {
        }
    }

    /// <summary>The client has used up its attempts to connect. This ends the client.</summary>
    public sealed class UnreachableException : TouchdException
    {
        internal UnreachableException(string message) : base(message)
        {
        }
    }

    /// <summary>touchd refused the subscription of <see cref="Presses"/>.</summary>
    public sealed class RefusedException : TouchdException
    {
        internal RefusedException(string message) : base(message)
        {
        }
    }

    /// <summary>A text is not JSON. Only <see cref="JsonValue.Parse"/> throws it.</summary>
    public sealed class JsonFormatException : TouchdException
    {
        internal JsonFormatException(string message) : base(message)
        {
        }
    }

    /// <summary>The internal error for a line that breaks the protocol. It ends the connection, and never leaves the library.</summary>
    internal sealed class MalformedLineException : Exception
    {
    }
}

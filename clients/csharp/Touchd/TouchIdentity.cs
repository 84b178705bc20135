namespace Touchd
{
    /// <summary>A touch of a region, from its begin to its end: the same object in each of its events.</summary>
    public sealed class TouchIdentity
    {
        internal TouchIdentity(long id, string region)
        {
            Id = id;
            Region = region;
        }

        /// <summary>The touch's ID. It is not reused within an epoch.</summary>
        public long Id { get; }

        /// <summary>The receiver; null if no region received the touch.</summary>
        public string Region { get; }

        /// <summary>The end: an <see cref="Ended"/> or a <see cref="Cancelled"/>. Null while the touch is down.</summary>
        public TouchEnd End { get; internal set; }

        /// <summary>True until the touch has ended or was cancelled.</summary>
        public bool IsDown => End == null;

        /// <summary>Data of your program.</summary>
        public object Data { get; set; }
    }

    /// <summary>The end of a touch.</summary>
    public abstract class TouchEnd
    {
        internal TouchEnd()
        {
        }
    }

    /// <summary>The end of a touch whose finger was seen to lift.</summary>
    public sealed class Ended : TouchEnd
    {
        internal Ended()
        {
        }
    }

    /// <summary>The end of a touch that was interrupted. The program must not do what the touch would have done.</summary>
    public sealed class Cancelled : TouchEnd
    {
        internal Cancelled(string reason)
        {
            Reason = reason;
        }

        /// <summary>The reason, such as <c>gesture</c>, <c>palm</c> or <c>disconnected</c>.</summary>
        public string Reason { get; }
    }
}

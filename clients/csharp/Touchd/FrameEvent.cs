namespace Touchd
{
    /// <summary>An event of a frame.</summary>
    public abstract class FrameEvent
    {
        internal FrameEvent(JsonValue fields)
        {
            Fields = fields;
        }

        /// <summary>All keys of the event in the line. In an event that the library made, the keys of the last event before it.</summary>
        public JsonValue Fields { get; }

        /// <summary>True if the library made the event, because the connection was lost.</summary>
        public bool IsSynthetic { get; private set; }

        /// <summary>True for a touch that came down on this region and lifted inside it, and for a control's <c>touchUpInside</c>.</summary>
        public virtual bool IsPress => false;

        /// <summary>The event's own time in µs, if the line has one.</summary>
        internal long? OwnTime => IsSynthetic ? null : Fields["timestamp"]?.AsLong;

        /// <summary>Returns a copy that cancels this event's touch, gesture, control or scroll.</summary>
        internal FrameEvent Cancel()
        {
            var copy = (FrameEvent)MemberwiseClone();
            copy.IsSynthetic = true;
            copy.BecomeCancel();
            return copy;
        }

        internal abstract void BecomeCancel();
    }

    /// <summary>The begin of a first finger on a region behind this one, which has <c>watchesOutside</c>.</summary>
    public sealed class OutsideEvent : FrameEvent
    {
        internal OutsideEvent(JsonValue line) : base(line)
        {
            Id = line.Whole("id");
            Region = line.Text("region");
        }

        /// <summary>The touch's ID.</summary>
        public long Id { get; }

        /// <summary>The ID of the region that watches.</summary>
        public string Region { get; }

        internal override void BecomeCancel()
        {
        }
    }
}

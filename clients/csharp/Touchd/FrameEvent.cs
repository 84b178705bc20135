using System;

namespace Touchd
{
    /// <summary>An event of a frame.</summary>
    public abstract class FrameEvent
    {
        internal FrameEvent(JsonValue fields, string region)
        {
            Fields = fields;
            Region = region;
        }

        /// <summary>The region's ID; for a touch the receiver's, or null if no region received it.</summary>
        public string Region { get; }

        /// <summary>All keys of the event in the line. In an event that the library made, the keys of the last event before it.</summary>
        public JsonValue Fields { get; }

        /// <summary>True if the library made the event, because the connection was lost.</summary>
        public bool IsSynthetic { get; private set; }

        /// <summary>True for a touch that came down on this region and lifted inside it, and for a control's <c>touchUpInside</c>.</summary>
        public virtual bool IsPress => false;

        /// <summary>The event's own time in µs, if the line has one.</summary>
        internal long? OwnTime => IsSynthetic ? null : Fields["timestamp"]?.AsLong;

        /// <summary>Reads an event. Returns null if this version does not know its kind, phase or state.</summary>
        internal static FrameEvent Read(JsonValue line)
        {
            switch (line.Text("event"))
            {
                case "touch": return WithPhase(line, phase => new TouchEvent(line, phase));
                case "sensitive": return WithPhase(line, phase => new SensitiveEvent(line, phase));
                case "gesture": return WithState(line, state => new GestureEvent(line, state));
                case "scroll": return WithState(line, state => new ScrollEvent(line, state));
                case "control": return new ControlEvent(line);
                case "outside": return new OutsideEvent(line);
                default: return null;
            }
        }

        /// <summary>Returns a copy that cancels this event's touch, gesture, control or scroll.</summary>
        internal FrameEvent Cancel()
        {
            var copy = (FrameEvent)MemberwiseClone();
            copy.IsSynthetic = true;
            copy.BecomeCancel();
            return copy;
        }

        internal abstract void BecomeCancel();

        private static FrameEvent WithPhase(JsonValue line, Func<Phase, FrameEvent> read)
        {
            switch (line.Text("phase"))
            {
                case "began": return read(Phase.Began);
                case "moved": return read(Phase.Moved);
                case "stationary": return read(Phase.Stationary);
                case "ended": return read(Phase.Ended);
                case "cancelled": return read(Phase.Cancelled);
                default: return null;
            }
        }

        private static FrameEvent WithState(JsonValue line, Func<State, FrameEvent> read)
        {
            switch (line.Text("state"))
            {
                case "recognized": return read(State.Recognized);
                case "began": return read(State.Began);
                case "changed": return read(State.Changed);
                case "ended": return read(State.Ended);
                case "cancelled": return read(State.Cancelled);
                default: return null;
            }
        }
    }

    /// <summary>The begin of a first finger on a region behind this one, which has <c>watchesOutside</c>.</summary>
    public sealed class OutsideEvent : FrameEvent
    {
        internal OutsideEvent(JsonValue line) : base(line, line.Text("region"))
        {
            Id = line.Whole("id");
        }

        /// <summary>The touch's ID.</summary>
        public long Id { get; }

        internal override void BecomeCancel()
        {
        }
    }
}

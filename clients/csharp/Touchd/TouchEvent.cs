using System;
using System.Collections.Generic;
using System.Linq;

namespace Touchd
{
    /// <summary>An event of a touch.</summary>
    public sealed class TouchEvent : FrameEvent
    {
        internal TouchEvent(JsonValue line, Phase phase) : base(line, line.Receiver())
        {
            Id = line.Whole("id");
            Phase = phase;
            Target = line.OptionalText("target");
            Location = new Point(line.Number("x"), line.Number("y"));
            Local = line.OptionalPoint("local");
            TapCount = (int)Math.Max(0, Math.Min(int.MaxValue, line["tapCount"]?.AsLong ?? 0));
            IsInside = line["inside"]?.AsBool ?? true;
            Reason = phase == Phase.Cancelled ? line.OptionalText("reason") ?? "unknown" : null;
            Coalesced = line.OptionalItems("coalesced").Select(one => new Sample(one)).ToArray();
        }

        /// <summary>The touch's ID. It is not reused within an epoch.</summary>
        public long Id { get; }

        /// <summary>The phase.</summary>
        public Phase Phase { get; private set; }

        /// <summary>The ID of the region that was hit.</summary>
        public string Target { get; }

        /// <summary>The location in points of the screen.</summary>
        public Point Location { get; }

        /// <summary>The location in the receiver's own space.</summary>
        public Point? Local { get; }

        /// <summary>The place of the touch in a series of taps, from 1.</summary>
        public int TapCount { get; }

        /// <summary>True while the finger is inside its region.</summary>
        public bool IsInside { get; }

        /// <summary>The reason of a cancel; null for other phases.</summary>
        public string Reason { get; private set; }

        /// <summary>The touch: the same object in each of its events.</summary>
        public TouchIdentity Touch { get; internal set; }

        /// <summary>The event's own time in µs; null if it is the frame's.</summary>
        public long? Timestamp => OwnTime;

        /// <summary>The merged samples, oldest first; the last one is the event itself. Empty if the subscription did not ask for them.</summary>
        public IReadOnlyList<Sample> Coalesced { get; private set; }

        /// <summary>True if the finger came down on this region and lifted inside it. A cancelled touch is never a press.</summary>
        public override bool IsPress => Phase == Phase.Ended && IsInside && Region != null;

        internal override void BecomeCancel()
        {
            Phase = Phase.Cancelled;
            Reason = "disconnected";
            Coalesced = new Sample[0];
            Touch.End = new Cancelled(Reason);
        }
    }

    /// <summary>A touch's state in one of the panel's reports.</summary>
    public sealed class Sample
    {
        internal Sample(JsonValue line)
        {
            Time = line.Whole("time");
            Location = new Point(line.Number("x"), line.Number("y"));
            Local = line.OptionalPoint("local");
            Fields = line;
        }

        /// <summary>The event time in µs.</summary>
        public long Time { get; }

        /// <summary>The location in points of the screen.</summary>
        public Point Location { get; }

        /// <summary>The location in the receiver's own space.</summary>
        public Point? Local { get; }

        /// <summary>All keys: <c>inside</c>, <c>pressure</c>, <c>major</c>, <c>minor</c>, <c>orientation</c>, <c>tool</c>, <c>distance</c>.</summary>
        public JsonValue Fields { get; }
    }

    /// <summary>A touch in another client's sensitive region. It has no location, and it is never a press.</summary>
    public sealed class SensitiveEvent : FrameEvent
    {
        internal SensitiveEvent(JsonValue line, Phase phase) : base(line, line.Receiver())
        {
            Id = line.Whole("id");
            Phase = phase;
            Target = line.OptionalText("target");
            Reason = phase == Phase.Cancelled ? line.OptionalText("reason") ?? "unknown" : null;
        }

        /// <summary>The touch's ID.</summary>
        public long Id { get; }

        /// <summary>The phase, as for a touch.</summary>
        public Phase Phase { get; private set; }

        /// <summary>The ID of the region that was hit.</summary>
        public string Target { get; }

        /// <summary>The reason of a cancel; null for other phases.</summary>
        public string Reason { get; private set; }

        internal override void BecomeCancel()
        {
            Phase = Phase.Cancelled;
            Reason = "disconnected";
        }
    }
}

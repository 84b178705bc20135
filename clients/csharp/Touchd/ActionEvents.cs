using System.Collections.Generic;

namespace Touchd
{
    /// <summary>An event of a gesture.</summary>
    public sealed class GestureEvent : FrameEvent
    {
        internal GestureEvent(JsonValue line, State state) : base(line, line.Text("region"))
        {
            Gesture = line.Text("gesture");
            Kind = line.Text("kind");
            State = state;
            Touches = line["touches"] == null ? new long[0] : line.Wholes("touches");
            Local = line.OptionalPoint("local");
        }

        /// <summary>The gesture's ID.</summary>
        public string Gesture { get; }

        /// <summary>The type, such as <c>tap</c> or <c>pinch</c>.</summary>
        public string Kind { get; }

        /// <summary>The state.</summary>
        public State State { get; private set; }

        /// <summary>The IDs of the touches that make up the gesture.</summary>
        public IReadOnlyList<long> Touches { get; }

        /// <summary>The touches' centroid, in the region's own space.</summary>
        public Point? Local { get; }

        /// <summary>The event's own time in µs; null if it is the frame's.</summary>
        public long? Timestamp => OwnTime;

        internal override void BecomeCancel() => State = State.Cancelled;
    }

    /// <summary>An event of a control.</summary>
    public sealed class ControlEvent : FrameEvent
    {
        internal ControlEvent(JsonValue line) : base(line, line.Text("region"))
        {
            Action = line.Text("action");
            Id = line["id"]?.AsLong ?? 0;
        }

        /// <summary>The action, such as <c>touchDown</c> or <c>touchUpInside</c>.</summary>
        public string Action { get; private set; }

        /// <summary>The touch's ID.</summary>
        public long Id { get; }

        /// <summary>The new value of a slider or knob, with <c>valueChanged</c>.</summary>
        public double? Value => Fields["value"]?.AsNumber;

        /// <summary>The new state of a switch, with <c>valueChanged</c>.</summary>
        public bool? IsOn => Fields["isOn"]?.AsBool;

        /// <summary>True for <c>touchUpInside</c>.</summary>
        public override bool IsPress => Action == "touchUpInside";

        internal override void BecomeCancel() => Action = "touchCancel";
    }

    /// <summary>An event of a scroll view.</summary>
    public sealed class ScrollEvent : FrameEvent
    {
        internal ScrollEvent(JsonValue line, State state) : base(line, line.Text("region"))
        {
            Offset = line.Point("offset");
            ZoomScale = line["zoomScale"]?.AsNumber ?? 1;
            State = state;
        }

        /// <summary>The point of the scaled content at the region's top left.</summary>
        public Point Offset { get; }

        /// <summary>The scale of the content on the screen.</summary>
        public double ZoomScale { get; }

        /// <summary>The state.</summary>
        public State State { get; private set; }

        internal override void BecomeCancel() => State = State.Cancelled;
    }
}

namespace Touchd
{
    /// <summary>The current state of a screen, from a snapshot or after a change.</summary>
    public sealed class ScreenItem : Item
    {
        internal ScreenItem(JsonValue line)
        {
            Screen = line.Text("screen");
            Display = line.Text("display");
            Activity = line.Text("activity");
            Idle = line["idle"]?.AsNumber;
            Mode = line.Text("mode");
            LastTouch = line["lastTouch"]?.AsLong;
            Fields = line;
        }

        /// <summary>The screen's ID.</summary>
        public string Screen { get; }

        /// <summary>The display's state: <c>on</c>, <c>off</c> or <c>unknown</c>.</summary>
        public string Display { get; }

        /// <summary>The activity: <c>active</c> or <c>idle</c>.</summary>
        public string Activity { get; }

        /// <summary>The longest idle threshold that has passed without a touch, in seconds; null while the screen is active.</summary>
        public double? Idle { get; }

        /// <summary>The mode: <c>normal</c>, or <c>cleaning</c> or <c>locked</c>, in which no touch reaches a receiver.</summary>
        public string Mode { get; }

        /// <summary>The event time of the last touch in µs; null if nobody has touched yet.</summary>
        public long? LastTouch { get; }

        /// <summary>All keys of the screen in the line.</summary>
        public JsonValue Fields { get; }
    }

    /// <summary>A staff gesture that was made. For clients with the right <c>staff</c>.</summary>
    public sealed class StaffItem : Item
    {
        internal StaffItem(JsonValue line)
        {
            Screen = line.Text("screen");
            Id = line.Text("id");
            Time = line.Whole("time");
            Fields = line;
        }

        /// <summary>The screen's ID.</summary>
        public string Screen { get; }

        /// <summary>The gesture's ID in the configuration.</summary>
        public string Id { get; }

        /// <summary>The event time in µs.</summary>
        public long Time { get; }

        /// <summary>All keys of the line.</summary>
        public JsonValue Fields { get; }
    }
}

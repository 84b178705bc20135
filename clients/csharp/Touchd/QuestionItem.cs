using System.Collections.Generic;

namespace Touchd
{
    /// <summary>A gesture's question. Answer it with <see cref="TouchdClient.Answer(QuestionItem, bool)"/> before the deadline.</summary>
    public sealed class QuestionItem : Item
    {
        internal QuestionItem(JsonValue line)
        {
            Id = line.Whole("id");
            Ask = line.Text("ask");
            Time = line.Whole("time");
            Deadline = line.Whole("deadline");
            Panel = line.Text("panel");
            Gesture = line.Text("gesture");
            Kind = line.Text("kind");
            Region = line.Text("region");
            Touches = line.Wholes("touches");
            Local = line.OptionalPoint("local");
            Target = line.OptionalText("target");
            Fields = line;
        }

        /// <summary>The ID to answer with.</summary>
        public long Id { get; }

        /// <summary>
        /// The question. <c>shouldReceive</c>: whether the gesture gets this touch. <c>shouldBegin</c>: whether it may begin, or be recognized.
        /// </summary>
        public string Ask { get; }

        /// <summary>The event time in µs.</summary>
        public long Time { get; }

        /// <summary>The event time in µs from which the answer declared in the configuration counts.</summary>
        public long Deadline { get; }

        /// <summary>The panel's ID.</summary>
        public string Panel { get; }

        /// <summary>The gesture's ID.</summary>
        public string Gesture { get; }

        /// <summary>The gesture's type.</summary>
        public string Kind { get; }

        /// <summary>The ID of the gesture's region.</summary>
        public string Region { get; }

        /// <summary>The IDs of the touches.</summary>
        public IReadOnlyList<long> Touches { get; }

        /// <summary>The place, in the region's own space.</summary>
        public Point? Local { get; }

        /// <summary>The ID of the region that the touch hit, with <c>shouldReceive</c>.</summary>
        public string Target { get; }

        /// <summary>All keys of the line, including those of the gesture's event.</summary>
        public JsonValue Fields { get; }
    }
}

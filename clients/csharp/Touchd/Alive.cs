using System;
using System.Collections.Generic;
using System.Linq;

namespace Touchd
{
    /// <summary>
    /// The touches, gestures, controls and scrolls that have begun and not ended. An event that breaks the grammar is dropped; a lost connection
    /// cancels everything in progress.
    /// </summary>
    internal sealed class Alive
    {
        // The kinds in the order of cancels, which is the server's order of events in a frame.
        private enum Kind
        {
            Touch,
            Sensitive,
            Gesture,
            Control,
            Scroll,
        }

        private sealed class Last
        {
            internal Kind Kind;
            internal long Id;
            internal string Name;
            internal string Panel;
            internal long Time;
            internal FrameEvent Event;
        }

        // The latest event of everything in progress, in the order of the begins. There are only as many as fingers, so a linear search is cheap.
        private readonly List<Last> all = new List<Last>();

        /// <summary>Returns the event; null if its kind or phase is unknown, or if its touch or gesture has not begun.</summary>
        internal FrameEvent Event(JsonValue line, string panel, long time)
        {
            switch (line.Text("event"))
            {
                case "touch": return Touch(line, panel, time);
                case "sensitive": return Sensitive(line, panel, time);
                case "gesture": return Staged(line, new Last { Kind = Kind.Gesture, Name = line.Text("gesture"), Panel = panel, Time = time });
                case "scroll": return Staged(line, new Last { Kind = Kind.Scroll, Name = line.Text("region"), Panel = panel, Time = time });
                case "control": return Control(line, panel, time);
                case "outside": return new OutsideEvent(line);
                default: return null;
            }
        }

        /// <summary>Ends everything in progress, because the server will not. Returns one frame for each panel, with the cancels.</summary>
        internal List<FrameItem> Cancelled()
        {
            var frames = new List<FrameItem>();
            foreach (IGrouping<string, Last> panel in all.GroupBy(one => one.Panel))
            {
                FrameEvent[] events = panel.OrderBy(one => one.Kind).Select(one => one.Event.Cancel()).ToArray();
                frames.Add(new FrameItem(0, panel.Max(one => one.Time), panel.Key, events));
            }
            all.Clear();
            return frames;
        }

        private FrameEvent Touch(JsonValue line, string panel, long time)
        {
            var next = new Last { Kind = Kind.Touch, Id = line.Whole("id"), Name = line.Receiver(), Panel = panel, Time = time };
            Phase? phase = PhaseOf(line);
            if (phase == null)
            {
                return null;
            }
            var before = (TouchEvent)Find(next)?.Event;
            var read = new TouchEvent(line, phase.Value, before?.Touch ?? new TouchIdentity(next.Id, next.Name));
            FrameEvent result = Keep(next, read, phase == Phase.Began, phase == Phase.Ended || phase == Phase.Cancelled);
            if (result != null && phase == Phase.Ended)
            {
                read.Touch.End = new Ended();
            }
            else if (result != null && phase == Phase.Cancelled)
            {
                read.Touch.End = new Cancelled(read.Reason);
            }
            return result;
        }

        private FrameEvent Sensitive(JsonValue line, string panel, long time)
        {
            var next = new Last { Kind = Kind.Sensitive, Id = line.Whole("id"), Name = line.Receiver(), Panel = panel, Time = time };
            Phase? phase = PhaseOf(line);
            return phase == null ? null
                : Keep(next, new SensitiveEvent(line, phase.Value), phase == Phase.Began, phase == Phase.Ended || phase == Phase.Cancelled);
        }

        private FrameEvent Staged(JsonValue line, Last next)
        {
            State? state = StateOf(line);
            if (state == null)
            {
                return null;
            }
            FrameEvent read = next.Kind == Kind.Gesture ? (FrameEvent)new GestureEvent(line, state.Value) : new ScrollEvent(line, state.Value);
            bool begins = state == State.Began || state == State.Recognized;
            return Keep(next, read, begins, state == State.Recognized || state == State.Ended || state == State.Cancelled);
        }

        private FrameEvent Control(JsonValue line, string panel, long time)
        {
            var read = new ControlEvent(line);
            var next = new Last { Kind = Kind.Control, Id = read.Id, Name = read.Region, Panel = panel, Time = time };
            Last before = Find(next);
            switch (read.Action)
            {
                case "touchDown":
                    return Keep(next, read, true, false);
                case "touchDownRepeat":
                    // It may come after a touchDown or without one.
                    return Keep(next, read, before == null, false);
                case "touchDragInside":
                case "touchDragOutside":
                case "touchDragEnter":
                case "touchDragExit":
                    return Keep(next, read, false, false);
                case "touchUpInside":
                case "touchUpOutside":
                case "touchCancel":
                    return Keep(next, read, false, true);
                case "valueChanged":
                    if (before == null)
                    {
                        return null;
                    }
                    // The event is not replaced, because a cancel has no value.
                    before.Time = time;
                    return read;
                default:
                    return read;
            }
        }

        private static Phase? PhaseOf(JsonValue line)
        {
            switch (line.Text("phase"))
            {
                case "began": return Phase.Began;
                case "moved": return Phase.Moved;
                case "stationary": return Phase.Stationary;
                case "ended": return Phase.Ended;
                case "cancelled": return Phase.Cancelled;
                default: return null;
            }
        }

        private static State? StateOf(JsonValue line)
        {
            switch (line.Text("state"))
            {
                case "recognized": return State.Recognized;
                case "began": return State.Began;
                case "changed": return State.Changed;
                case "ended": return State.Ended;
                case "cancelled": return State.Cancelled;
                default: return null;
            }
        }

        /// <summary>Returns the earlier record of the same touch, gesture, control or scroll. Gestures and scroll views are separate per panel.</summary>
        private Last Find(Last one) => all.Find(
            other => other.Kind == one.Kind && other.Id == one.Id && other.Name == one.Name
                && (one.Kind != Kind.Gesture && one.Kind != Kind.Scroll || other.Panel == one.Panel));

        /// <summary>Returns the event if it follows the grammar; null otherwise.</summary>
        private FrameEvent Keep(Last next, FrameEvent read, bool begins, bool isOver)
        {
            Last before = Find(next);
            if (begins != (before == null))
            {
                return null;
            }
            if (before != null && isOver)
            {
                all.Remove(before);
            }
            else if (before != null)
            {
                before.Event = read;
                before.Time = next.Time;
            }
            else if (!isOver)
            {
                next.Event = read;
                all.Add(next);
            }
            return read;
        }
    }
}

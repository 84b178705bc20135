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

            internal void Identify(Kind kind, long id, string name)
            {
                Kind = kind;
                Id = id;
                Name = name;
            }
        }

        // The latest event of everything in progress, in the order of the begins. There are only as many as fingers, so a linear search is cheap.
        private readonly List<Last> all = new List<Last>();

        /// <summary>Returns true if the event follows the grammar, and records it; otherwise it must not be handed out.</summary>
        internal bool Accept(FrameEvent read, string panel, long time)
        {
            var next = new Last { Event = read, Panel = panel, Time = time };
            if (read is TouchEvent touch)
            {
                return Accept(touch, next);
            }
            if (read is SensitiveEvent sensitive)
            {
                next.Identify(Kind.Sensitive, sensitive.Id, sensitive.Region);
                return Keep(next, sensitive.Phase == Phase.Began, IsOver(sensitive.Phase));
            }
            if (read is GestureEvent gesture)
            {
                next.Identify(Kind.Gesture, 0, gesture.Gesture);
                return Keep(next, gesture.State);
            }
            if (read is ScrollEvent scroll)
            {
                next.Identify(Kind.Scroll, 0, scroll.Region);
                return Keep(next, scroll.State);
            }
            return !(read is ControlEvent control) || Accept(control, next);
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

        private bool Accept(TouchEvent touch, Last next)
        {
            next.Identify(Kind.Touch, touch.Id, touch.Region);
            var before = (TouchEvent)Find(next)?.Event;
            if (!Keep(next, touch.Phase == Phase.Began, IsOver(touch.Phase)))
            {
                return false;
            }
            touch.Touch = before?.Touch ?? new TouchIdentity(touch.Id, touch.Region);
            if (touch.Phase == Phase.Ended)
            {
                touch.Touch.End = new Ended();
            }
            else if (touch.Phase == Phase.Cancelled)
            {
                touch.Touch.End = new Cancelled(touch.Reason);
            }
            return true;
        }

        private bool Accept(ControlEvent control, Last next)
        {
            next.Identify(Kind.Control, control.Id, control.Region);
            Last before = Find(next);
            switch (control.Action)
            {
                case "touchDown":
                    return Keep(next, true, false);
                case "touchDownRepeat":
                    // It may come after a touchDown or without one.
                    return Keep(next, before == null, false);
                case "touchDragInside":
                case "touchDragOutside":
                case "touchDragEnter":
                case "touchDragExit":
                    return Keep(next, false, false);
                case "touchUpInside":
                case "touchUpOutside":
                case "touchCancel":
                    return Keep(next, false, true);
                case "valueChanged":
                    // The event is not replaced, because a cancel has no value.
                    next.Event = before?.Event;
                    return Keep(next, false, false);
                default:
                    return true;
            }
        }

        private static bool IsOver(Phase phase) => phase == Phase.Ended || phase == Phase.Cancelled;

        /// <summary>Returns the earlier record of the same touch, gesture, control or scroll. Gestures and scrolls are separate per panel.</summary>
        private Last Find(Last one) => all.Find(
            other => other.Kind == one.Kind && other.Id == one.Id && other.Name == one.Name
                && (one.Kind != Kind.Gesture && one.Kind != Kind.Scroll || other.Panel == one.Panel));

        private bool Keep(Last next, State state) => Keep(
            next, state == State.Began || state == State.Recognized, state == State.Recognized || state == State.Ended || state == State.Cancelled);

        /// <summary>Records the event if it follows the grammar; returns false otherwise.</summary>
        private bool Keep(Last next, bool begins, bool isOver)
        {
            Last before = Find(next);
            if (begins != (before == null))
            {
                return false;
            }
            if (before != null && isOver)
            {
                all.Remove(before);
            }
            else if (before != null)
            {
                before.Event = next.Event;
                before.Time = next.Time;
            }
            else if (!isOver)
            {
                all.Add(next);
            }
            return true;
        }
    }
}

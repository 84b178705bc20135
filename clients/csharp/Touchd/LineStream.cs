using System;
using System.Collections.Generic;
using System.Linq;
using System.Text;

namespace Touchd
{
    /// <summary>The protocol without a socket, incoming lines: turns bytes into items.</summary>
    internal sealed partial class LineStream
    {
        private const int Protocol = 1;
        private const int MaximumLine = 64 << 20;

        // The result of a step without items, so that a program that polls makes no garbage.
        private static readonly List<Item> Nothing = new List<Item>(0);

        private readonly string name;
        private readonly bool treeChanges;
        private readonly Alive alive = new Alive();
        private readonly Edits edits = new Edits();

        // The state of one connection:
        private readonly LineBuffer lines = new LineBuffer();
        private readonly Dictionary<long, long> serverIds = new Dictionary<long, long>();
        private long lineLimit = long.MaxValue;
        private long seq;

        // True if the client will not connect again, and if it was closed.
        private bool hasGivenUp;
        private bool isClosed;

        internal LineStream(string name, bool treeChanges)
        {
            this.name = name;
            this.treeChanges = treeChanges;
        }

        internal Asked Asked { get; } = new Asked();

        /// <summary>True once the server has said hello.</summary>
        internal bool IsGreeted { get; private set; }

        /// <summary>True if the connection must be closed.</summary>
        internal bool IsOver { get; private set; }

        /// <summary>The error if the server speaks another protocol: connecting again is useless.</summary>
        internal ProtocolMismatchException Mismatch { get; private set; }

        private bool IsOpen => IsGreeted && !IsOver;

        internal void Reset()
        {
            lines.Clear();
            serverIds.Clear();
            outgoing.Clear();
            lineLimit = long.MaxValue;
            seq = 0;
            IsGreeted = IsOver = false;
        }

        internal void Feed(byte[] bytes, int count) => lines.Append(bytes, count);

        /// <summary>
        /// Returns the items of the next complete line that has any; an empty list if there is none. A line is read only on request, so that a
        /// <see cref="TouchIdentity"/> is never more than a frame ahead of its events.
        /// </summary>
        internal List<Item> Next()
        {
            while (!IsOver)
            {
                bool isComplete = lines.Next(out ArraySegment<byte> line);
                if (isComplete ? line.Count > MaximumLine : lines.Count > MaximumLine)
                {
                    return Lose("lineTooLong");
                }
                if (!isComplete)
                {
                    break;
                }
                List<Item> items = ItemsOf(line);
                if (items.Count > 0)
                {
                    return items;
                }
            }
            return Nothing;
        }

        /// <summary>Refuses all waiting requests, because the client will not connect again.</summary>
        internal List<Item> GiveUp()
        {
            hasGivenUp = true;
            return Asked.GiveUp(edits.GiveUp());
        }

        /// <summary>Ends the stream without items. Later requests have no effect, and nothing of them is kept.</summary>
        internal void Close()
        {
            IsOver = isClosed = true;
            outgoing.Clear();
        }

        /// <summary>Ends the connection. First everything in progress is cancelled, then the requests without a reply are refused.</summary>
        internal List<Item> Lose(string reason)
        {
            var items = new List<Item>(alive.Cancelled());
            if (IsOpen)
            {
                items.AddRange(Asked.End());
                items.Add(new DisconnectedItem(reason));
            }
            IsOver = true;
            return items;
        }

        private List<Item> ItemsOf(ArraySegment<byte> line)
        {
            JsonValue message;
            string type;
            try
            {
                message = JsonReader.Read(line.Array, line.Offset, line.Count);
                type = message.Text("type");
            }
            catch (Exception error) when (error is JsonFormatException || error is MalformedLineException)
            {
                if (IsGreeted)
                {
                    return Lose("badLine");
                }
                string shown = Encoding.UTF8.GetString(line.Array, line.Offset, Math.Min(line.Count, 60));
                throw new ProtocolMismatchException("the server at the socket is not touchd: " + shown.TrimEnd());
            }
            if (!IsGreeted)
            {
                return Hello(type, message);
            }
            try
            {
                return ItemsOf(type, message);
            }
            catch (MalformedLineException)
            {
                return Lose("badLine");
            }
        }

        private List<Item> Hello(string type, JsonValue message)
        {
            string server = message["server"]?.AsString;
            string epoch = message["epoch"]?.AsString ?? "";
            if (type != "hello" || message["protocol"]?.AsLong != Protocol)
            {
                throw new ProtocolMismatchException(
                    (server ?? "the server") + " speaks protocol " + (message["protocol"]?.ToString() ?? "?")
                    + ", but this library speaks " + Protocol + "; install matching versions");
            }
            IsGreeted = true;
            IReadOnlyList<JsonValue> listed = message["capabilities"]?.AsList ?? new JsonValue[0];
            string[] capabilities = listed.Select(one => one.AsString).Where(one => one != null).ToArray();
            SendHello(treeChanges && capabilities.Contains("treeChanges"));
            lineLimit = message["limits"]?["maxLine"]?.AsLong ?? long.MaxValue;
            Renew(epoch);
            var items = new List<Item> { new ConnectedItem(server ?? "", epoch, capabilities) };
            items.AddRange(Asked.RemoveSettled());
            return items;
        }

        private List<Item> ItemsOf(string type, JsonValue message)
        {
            if (type == "frame" || type == "snapshot" || type == "lagged")
            {
                if (message.Whole("seq") != seq + 1)
                {
                    return Lose("gap");
                }
                seq++;
            }
            if (type == "bye")
            {
                return Bye(message);
            }
            List<Item> items = type == "reply" ? Reply(message) : new List<Item> { ItemOf(type, message) };
            // A malformed reply is none: its request is refused at the end of the connection.
            if ((type == "reply" || type == "pong" || type == "synced") && message["id"]?.AsLong != null)
            {
                Asked.RemoveAnswered(message.Whole("id"));
            }
            return items;
        }

        private Item ItemOf(string type, JsonValue message)
        {
            switch (type)
            {
                case "frame": return Frame(message);
                case "snapshot": return new SnapshotItem(message);
                case "screen": return new ScreenItem(message);
                case "staff": return new StaffItem(message);
                case "config": return new ConfigItem(message);
                case "tree": return message["regions"] == null ? (Item)new TreeChangedItem(message) : new TreeItem(message);
                case "changed": return new ChangedItem(message);
                case "warning": return new WarningItem(message);
                case "lagged": return new LaggedItem(message);
                case "question": return new QuestionItem(message);
                case "overridden":
                    var overridden = new OverriddenItem(message);
                    edits.Override(overridden.Region, overridden.Key);
                    return overridden;
                case "released":
                    var released = new ReleasedItem(message);
                    Forget(released.Receivers);
                    return released;
                default: return new MessageItem(type, message);
            }
        }

        private FrameItem Frame(JsonValue message)
        {
            string panel = message.Text("panel");
            long time = message.Whole("time");
            // All events are read before the first one counts: if one is malformed, nothing of the frame has happened.
            FrameEvent[] read = message.Items("events").Select(FrameEvent.Read).Where(one => one != null).ToArray();
            return new FrameItem(seq, time, panel, read.Where(one => alive.Accept(one, panel, time)).ToArray());
        }

        private List<Item> Reply(JsonValue message)
        {
            if (message["id"]?.IsNull == true && message["ok"]?.AsBool != null)
            {
                // It answers no request: touchd sends it for a line that it cannot read as a request.
                return new List<Item> { new MessageItem("reply", message) };
            }
            var reply = new ReplyItem(message);
            var items = new List<Item> { reply };
            items.AddRange(WarningItem.Unmatched(message));
            edits.Answer(reply.Id, reply.IsOk);
            if (claimsDue.Remove(reply.Id) && !reply.IsOk)
            {
                repeated.RemoveAll(one => one.Id == reply.Id);
            }
            if (reply.IsOk && message["subscription"]?.AsLong != null)
            {
                serverIds[reply.Id] = message.Whole("subscription");
            }
            return items;
        }

        private List<Item> Bye(JsonValue message)
        {
            string reason = message.Text("reason");
            var items = new List<Item>(alive.Cancelled());
            IsOver = true;
            if (reason == "protocol")
            {
                Mismatch = new ProtocolMismatchException(message["message"]?.AsString ?? "touchd speaks another protocol");
            }
            items.Add(new MessageItem("bye", message));
            items.AddRange(Asked.End());
            items.Add(new DisconnectedItem(reason));
            return items;
        }
    }
}

using System.Collections.Generic;

namespace Touchd
{
    /// <summary>An item that a client hands out: one of the classes whose names end in <c>Item</c>.</summary>
    public abstract class Item
    {
        internal Item()
        {
        }
    }

    /// <summary>
    /// A connection begins. Subscriptions, claims and edits are sent again. If <see cref="Epoch"/> changed, touchd was restarted: touch IDs start
    /// over.
    /// </summary>
    public sealed class ConnectedItem : Item
    {
        internal ConnectedItem(string server, string epoch, IReadOnlyList<string> capabilities)
        {
            Server = server;
            Epoch = epoch;
            Capabilities = capabilities;
        }

        /// <summary>The name and version of touchd.</summary>
        public string Server { get; }

        /// <summary>The text that changes when touchd restarts.</summary>
        public string Epoch { get; }

        /// <summary>The optional parts of the protocol that this touchd has.</summary>
        public IReadOnlyList<string> Capabilities { get; }
    }

    /// <summary>The connection was lost. Everything in progress has been cancelled, and requests without a reply have been refused.</summary>
    public sealed class DisconnectedItem : Item
    {
        internal DisconnectedItem(string reason)
        {
            Reason = reason;
        }

        /// <summary>The reason: <c>closed</c>, <c>badLine</c>, <c>gap</c>, <c>lineTooLong</c>, or the reason of <c>bye</c>.</summary>
        public string Reason { get; }
    }

    /// <summary>The client has no connection, and waits for the next attempt. Comes once for each reason.</summary>
    public sealed class WaitingItem : Item
    {
        internal WaitingItem(string path, int? errno, string message)
        {
            Path = path;
            Errno = errno;
            Message = message;
        }

        /// <summary>The path of the socket.</summary>
        public string Path { get; }

        /// <summary>
        /// The error of the attempt, as Linux numbers it: 2 (ENOENT), 13 (EACCES), 111 (ECONNREFUSED); 110 (ETIMEDOUT): no hello came in time;
        /// null: touchd closes the connection without a hello; 0: an error without a number.
        /// </summary>
        public int? Errno { get; }

        /// <summary>The reason in words, with a hint.</summary>
        public string Message { get; }
    }

    /// <summary>The changes of one report of the panel.</summary>
    public sealed class FrameItem : Item
    {
        internal FrameItem(long seq, long time, string panel, IReadOnlyList<FrameEvent> events)
        {
            Seq = seq;
            Time = time;
            Panel = panel;
            Events = events;
        }

        /// <summary>The line's number; 0 in a frame that the library made.</summary>
        public long Seq { get; }

        /// <summary>The event time in µs.</summary>
        public long Time { get; }

        /// <summary>The panel's ID.</summary>
        public string Panel { get; }

        /// <summary>The changes.</summary>
        public IReadOnlyList<FrameEvent> Events { get; }
    }

    /// <summary>
    /// A reply of touchd or of the library. The library's <see cref="Code"/> is <c>disconnected</c> if the request was sent and may have been
    /// done, and <c>notSent</c> if it was not sent.
    /// </summary>
    public sealed class ReplyItem : Item
    {
        internal ReplyItem(JsonValue line)
        {
            Id = line.Whole("id");
            IsOk = line.Flag("ok");
            Code = line["error"]?["code"]?.AsString;
            Message = line["error"]?["message"]?.AsString;
            Hint = line["error"]?["hint"]?.AsString;
            Fields = line;
        }

        /// <summary>The ID that the request's method returned.</summary>
        public long Id { get; }

        /// <summary>True if touchd has done the request.</summary>
        public bool IsOk { get; }

        /// <summary>The error, for programs; null without one.</summary>
        public string Code { get; }

        /// <summary>The error in words; null without one.</summary>
        public string Message { get; }

        /// <summary>Advice on the error; null without one.</summary>
        public string Hint { get; }

        /// <summary>All keys of the line, such as <c>generation</c>.</summary>
        public JsonValue Fields { get; }
    }

    /// <summary>The client was too slow. Its touches have been cancelled, and a snapshot follows.</summary>
    public sealed class LaggedItem : Item
    {
        internal LaggedItem(JsonValue line)
        {
            Seq = line.Whole("seq");
            Merged = line.Whole("merged");
            Cancelled = line.Wholes("cancelled");
        }

        /// <summary>The line's number.</summary>
        public long Seq { get; }

        /// <summary>The number of moves that the client did not see.</summary>
        public long Merged { get; }

        /// <summary>The IDs of touches that were cancelled for the client.</summary>
        public IReadOnlyList<long> Cancelled { get; }
    }

    /// <summary>The client has lost its claims on these receivers. The library does not claim them again.</summary>
    public sealed class ReleasedItem : Item
    {
        internal ReleasedItem(JsonValue line)
        {
            Receivers = line.Texts("receivers");
            Reason = line.Text("reason");
        }

        /// <summary>The IDs of the receivers.</summary>
        public IReadOnlyList<string> Receivers { get; }

        /// <summary>The reason.</summary>
        public string Reason { get; }
    }

    /// <summary>Any other line: <c>panel</c>, <c>trace</c>, <c>settled</c>, <c>pong</c>, <c>bye</c> and so on, and lines of later servers.</summary>
    public sealed class MessageItem : Item
    {
        internal MessageItem(string type, JsonValue fields)
        {
            Type = type;
            Fields = fields;
        }

        /// <summary>The line's type.</summary>
        public string Type { get; }

        /// <summary>All keys of the line.</summary>
        public JsonValue Fields { get; }
    }
}

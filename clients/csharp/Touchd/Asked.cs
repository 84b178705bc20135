using System.Collections.Generic;
using System.Linq;

namespace Touchd
{
    /// <summary>A request as the library sends it.</summary>
    internal sealed class Request
    {
        internal Request(long id, JsonValue line)
        {
            Id = id;
            Line = line;
            Bytes = JsonWriter.Line(line);
        }

        internal long Id { get; }

        internal JsonValue Line { get; }

        /// <summary>The line with its end.</summary>
        internal byte[] Bytes { get; }

        internal int Length => Bytes.Length - 1;
    }

    /// <summary>Requests without a reply. Every request is either sent, or refused by the library itself.</summary>
    internal sealed class Asked
    {
        private const int MaximumRequests = 1000;
        private const int MaximumBytes = 256 << 10;

        // Requests made without a connection, in order. The next connection sends them.
        private List<Request> kept = new List<Request>();
        // The number and size of the requests that wait for a connection: those of `kept`, and edits that will be redone.
        private int waiting;
        private int waitingBytes;
        // Requests sent on this connection, in order, and whether the end of the connection also does what the request asks for.
        private readonly List<KeyValuePair<long, bool>> unanswered = new List<KeyValuePair<long, bool>>();
        private List<Item> settled = new List<Item>();

        /// <summary>Records a request that was sent.</summary>
        internal void AddSent(long id) => unanswered.Add(new KeyValuePair<long, bool>(id, false));

        /// <summary>
        /// Records a request such as <c>release</c>, whose purpose the end of the connection fulfils too. Without a connection it is done at once.
        /// </summary>
        internal void AddEnding(long id, bool isOpen)
        {
            if (isOpen)
            {
                unanswered.Add(new KeyValuePair<long, bool>(id, true));
            }
            else
            {
                settled.Add(Done(id));
            }
        }

        internal void Keep(Request request)
        {
            if (MayWait(request))
            {
                kept.Add(request);
            }
        }

        /// <summary>Returns true if one more request may wait for a connection. If not, the request is refused.</summary>
        internal bool MayWait(Request request)
        {
            if (waiting == MaximumRequests || waitingBytes + request.Bytes.Length > MaximumBytes)
            {
                settled.Add(Refusal(
                    request.Id, "notSent", "there is no connection to touchd, and too many requests are already waiting for one",
                    "make the request again when there is a connection"));
                return false;
            }
            waiting++;
            waitingBytes += request.Bytes.Length;
            return true;
        }

        internal void RefuseTooLong(Request request, long limit) => settled.Add(Refusal(
            request.Id, "notSent", "the request has " + request.Length + " bytes, but this touchd accepts at most " + limit + " in a line"));

        /// <summary>Refuses a request, because the client will not connect again.</summary>
        internal void RefuseUnsent(Request request) => settled.Add(NotSent(request.Id));

        /// <summary>Returns the waiting requests, to be sent. Those that exceed the server's limit are refused.</summary>
        internal IEnumerable<Request> Release(long limit)
        {
            foreach (Request request in kept.Where(one => one.Length > limit))
            {
                RefuseTooLong(request, limit);
            }
            Request[] sent = kept.Where(one => one.Length <= limit).ToArray();
            foreach (Request request in sent)
            {
                AddSent(request.Id);
            }
            DropKept();
            return sent;
        }

        internal void RemoveAnswered(long id)
        {
            int index = unanswered.FindIndex(one => one.Key == id);
            if (index >= 0)
            {
                unanswered.RemoveAt(index);
            }
        }

        /// <summary>Removes and returns the replies made by the library that have not been handed out.</summary>
        internal List<Item> RemoveSettled()
        {
            List<Item> items = settled;
            settled = new List<Item>();
            return items;
        }

        /// <summary>Refuses the unanswered requests, because the connection was lost and touchd may or may not have done them.</summary>
        internal List<Item> End()
        {
            List<Item> items = unanswered.Select(one => one.Value ? Done(one.Key) : Disconnected(one.Key)).ToList();
            unanswered.Clear();
            return items;
        }

        /// <summary>Refuses all waiting requests, because the client will not connect again.</summary>
        /// <param name="edits">The edits without a reply, and whether they were sent.</param>
        internal List<Item> GiveUp(IEnumerable<KeyValuePair<long, bool>> edits)
        {
            List<Item> items = kept.Select(one => new KeyValuePair<long, bool>(one.Id, false)).Concat(edits).OrderBy(one => one.Key)
                .Select(one => one.Value ? Disconnected(one.Key) : NotSent(one.Key)).ToList();
            DropKept();
            return items;
        }

        private void DropKept()
        {
            kept = new List<Request>();
            waiting = 0;
            waitingBytes = 0;
        }

        private static Item Done(long id) => new ReplyItem(new JsonObject { { "type", "reply" }, { "id", id }, { "ok", true } });

        private static Item Disconnected(long id) => Refusal(
            id, "disconnected", "the connection was lost before touchd answered; touchd may have carried out the request",
            "check the result when there is a connection again");

        private static Item NotSent(long id) =>
            Refusal(id, "notSent", "the request was not sent, because there was no connection to touchd");

        private static Item Refusal(long id, string code, string message, string hint = null)
        {
            var error = new JsonObject { { "code", code }, { "message", message } };
            if (hint != null)
            {
                error.Add("hint", hint);
            }
            return new ReplyItem(new JsonObject { { "type", "reply" }, { "id", id }, { "ok", false }, { "error", error } });
        }
    }
}

using System.Collections.Generic;
using System.Linq;

namespace Touchd
{
    /// <summary>The protocol without a socket, requests: turns them into bytes.</summary>
    internal sealed partial class LineStream
    {
        // The subscriptions and claims that each new connection repeats, in order.
        private readonly List<Request> repeated = new List<Request>();
        // The claims whose reply is due. A refusal removes the claim from those that are repeated.
        private readonly HashSet<long> claimsDue = new HashSet<long>();
        private readonly Queue<byte[]> outgoing = new Queue<byte[]>();
        private long lastId;

        /// <summary>The lines to send, in order.</summary>
        internal Queue<byte[]> Outgoing => outgoing;

        /// <summary>Makes a request. Without a connection it waits for the next one.</summary>
        internal long Ask(string type, JsonValue members)
        {
            Request request = Make(type, members);
            if (Refuses(request))
            {
                return request.Id;
            }
            if (IsOpen)
            {
                outgoing.Enqueue(request.Bytes);
                Asked.AddSent(request.Id);
            }
            else
            {
                Asked.Keep(request);
            }
            return request.Id;
        }

        /// <summary>Makes a request that each new connection repeats.</summary>
        internal long AskOnEach(string type, JsonValue members)
        {
            Request request = Make(type, members);
            if (hasGivenUp && !isClosed)
            {
                Asked.RefuseUnsent(request);
            }
            else if (!Refuses(request))
            {
                repeated.Add(request);
                if (type == "claim")
                {
                    claimsDue.Add(request.Id);
                }
                Send(request.Bytes);
            }
            return request.Id;
        }

        internal long Edit(JsonValue changes, bool keep, bool redo)
        {
            var members = new JsonObject { { "edits", changes } };
            if (keep)
            {
                members.Add("keep", true);
            }
            if (!redo)
            {
                return Ask("edit", members);
            }
            Request request = Make("edit", members);
            if (!Refuses(request) && (IsOpen || Asked.MayWait(request)))
            {
                edits.Ask(request, IsOpen);
                Send(request.Bytes);
            }
            return request.Id;
        }

        internal long Unsubscribe(long subscription)
        {
            repeated.RemoveAll(one => one.Id == subscription);
            serverIds.TryGetValue(subscription, out long serverId);
            serverIds.Remove(subscription);
            return AskEnding("unsubscribe", new JsonObject { { "subscription", serverId } });
        }

        internal long Release(IReadOnlyList<string> receivers)
        {
            Forget(receivers);
            return AskEnding("release", new JsonObject { { "receivers", receivers } });
        }

        /// <summary>Sends a line that has no reply, if there is a connection.</summary>
        internal void SendOnly(JsonValue line) => Send(JsonWriter.Line(line));

        private void Send(byte[] line)
        {
            if (IsOpen)
            {
                outgoing.Enqueue(line);
            }
        }

        private void SendHello(bool wantsTreeChanges)
        {
            var hello = new JsonObject { { "type", "hello" }, { "protocol", Protocol } };
            if (name != null)
            {
                hello.Add("name", name);
            }
            if (wantsTreeChanges)
            {
                hello.Add("want", JsonValue.List("treeChanges"));
            }
            SendOnly(hello);
        }

        /// <summary>Makes a request such as <c>release</c>, whose purpose the end of the connection fulfils too.</summary>
        private long AskEnding(string type, JsonValue members)
        {
            Request request = Make(type, members);
            if (!Refuses(request))
            {
                Send(request.Bytes);
                Asked.AddEnding(request.Id, IsOpen);
            }
            return request.Id;
        }

        private Request Make(string type, JsonValue members)
        {
            lastId++;
            return new Request(lastId, members.With("type", type).With("id", lastId));
        }

        /// <summary>
        /// Refuses a line that is too long, because the server would close the connection for it. After <see cref="Close"/> ignores every line.
        /// </summary>
        private bool Refuses(Request request)
        {
            if (isClosed)
            {
                return true;
            }
            bool isTooLong = IsOpen && request.Length > lineLimit;
            if (isTooLong)
            {
                Asked.RefuseTooLong(request, lineLimit);
            }
            return isTooLong;
        }

        /// <summary>Makes subscriptions, claims and edits again on a new connection, and sends the requests that have waited for it.</summary>
        private void Renew(string epoch)
        {
            claimsDue.Clear();
            claimsDue.UnionWith(repeated.Where(one => one.Line["type"]?.AsString == "claim").Select(one => one.Id));
            foreach (Request request in repeated.Concat(edits.Lines(epoch)).OrderBy(one => one.Id).ToArray())
            {
                if (Refuses(request))
                {
                    repeated.RemoveAll(one => one.Id == request.Id);
                    edits.Drop(request.Id);
                }
                else
                {
                    outgoing.Enqueue(request.Bytes);
                }
            }
            foreach (Request request in Asked.Release(lineLimit))
            {
                outgoing.Enqueue(request.Bytes);
            }
        }

        /// <summary>Removes receivers from the claims that each new connection repeats.</summary>
        private void Forget(IReadOnlyList<string> receivers)
        {
            for (int index = repeated.Count - 1; index >= 0; index--)
            {
                JsonValue line = repeated[index].Line;
                if (line["type"].AsString != "claim")
                {
                    continue;
                }
                JsonValue[] left = line["receivers"].AsList.Where(one => !receivers.Contains(one.AsString)).ToArray();
                if (left.Length == 0)
                {
                    repeated.RemoveAt(index);
                }
                else if (left.Length < line["receivers"].AsList.Count)
                {
                    repeated[index] = new Request(repeated[index].Id, line.With("receivers", JsonValue.List(left)));
                }
            }
        }
    }
}

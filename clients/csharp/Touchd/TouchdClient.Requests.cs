using System.Collections.Generic;
using System.Linq;

namespace Touchd
{
    // Requests. Each method returns the request's ID, which the reply repeats. Subscriptions, claims, and edits with `redo` are sent again on each
    // new connection, but a claim or edit that touchd has refused is not.
    public sealed partial class TouchdClient
    {
        /// <summary>Subscribes to the regions whose paths match a pattern.</summary>
        /// <returns>The request's ID, which the reply repeats.</returns>
        public long Subscribe(string region, Wishes wishes = null) => Subscribe(new[] { region }, wishes);

        /// <summary>Subscribes to the regions whose paths match one of the patterns.</summary>
        /// <returns>The request's ID, which the reply repeats.</returns>
        public long Subscribe(IEnumerable<string> regions, Wishes wishes = null)
        {
            Check();
            wishes = wishes ?? new Wishes();
            var members = new JsonObject { { "regions", regions } };
            if (wishes.Events != null)
            {
                members.Add("events", wishes.Events);
            }
            if (wishes.Observe)
            {
                members.Add("observe", true);
            }
            if (wishes.Axes)
            {
                members.Add("axes", true);
            }
            if (wishes.MaxRate != null)
            {
                members.Add("maxRate", wishes.MaxRate.Value);
            }
            if (wishes.Coalesced)
            {
                members.Add("coalesced", true);
            }
            return Finish(stream.AskOnEach("subscribe", members));
        }

        /// <summary>Cancels a subscription.</summary>
        /// <param name="subscription">The ID that <c>Subscribe</c> returned; its reply must have come.</param>
        public long Unsubscribe(long subscription)
        {
            Check();
            return Finish(stream.Unsubscribe(subscription));
        }

        /// <summary>Claims a receiver.</summary>
        /// <inheritdoc cref="Claim(IEnumerable{string}, int?)"/>
        public long Claim(string receiver, int? ackWithin = null) => Claim(new[] { receiver }, ackWithin);

        /// <summary>Claims receivers: this client takes responsibility for them.</summary>
        /// <param name="receivers">The receivers' IDs.</param>
        /// <param name="ackWithin">The milliseconds within which the client must acknowledge each line; null: it need not.</param>
        public long Claim(IEnumerable<string> receivers, int? ackWithin = null)
        {
            Check();
            var members = new JsonObject { { "receivers", receivers } };
            if (ackWithin != null)
            {
                members.Add("ackWithin", ackWithin.Value);
            }
            return Finish(stream.AskOnEach("claim", members));
        }

        /// <summary>Ends the claim of a receiver.</summary>
        public long Release(string receiver) => Release(new[] { receiver });

        /// <summary>Ends the claims of receivers.</summary>
        public long Release(IEnumerable<string> receivers)
        {
            Check();
            return Finish(stream.Release(receivers.ToArray()));
        }

        /// <summary>Edits the tree: all of the edits, or none.</summary>
        /// <param name="edits">The edits, as in docs/protocol.md: objects with <c>op</c>.</param>
        /// <param name="keep">True if added regions stay when the connection ends.</param>
        /// <param name="redo">
        /// True if each new connection repeats the request, except edits that touchd refused, that a later edit with <c>redo</c> replaced, or that a
        /// removal undid.
        /// </param>
        public long Edit(IEnumerable<JsonValue> edits, bool keep = false, bool redo = false)
        {
            Check();
            return Finish(stream.Edit(JsonValue.List(edits), keep, redo));
        }

        /// <summary>Makes one edit of the tree, or those of a list of edits.</summary>
        /// <inheritdoc cref="Edit(IEnumerable{JsonValue}, bool, bool)"/>
        public long Edit(JsonValue edit, bool keep = false, bool redo = false) =>
            Edit(edit.AsList ?? new[] { edit }, keep, redo);

        /// <summary>
        /// Tells touchd that the line with this number and all lines before it have been read. Without a connection this does nothing, because the
        /// number belongs to one.
        /// </summary>
        public void Acknowledge(long seq) => Send(new JsonObject { { "type", "ack" }, { "seq", seq } });

        /// <summary>Answers a question. There is no reply. An answer that comes too late, or after the connection was lost, has no effect.</summary>
        public void Answer(QuestionItem question, bool value) => Answer(question.Id, value);

        /// <summary>Answers the question with this ID.</summary>
        public void Answer(long question, bool value) => Send(new JsonObject { { "type", "answer" }, { "id", question }, { "value", value } });

        /// <summary>
        /// Makes any request of docs/protocol.md, such as <c>Request("hit", new JsonObject { { "x", 10 }, { "y", 20 } })</c>. Without a
        /// connection it waits for the next one. It is not repeated: if the connection is lost before the reply, the request is refused as
        /// <c>disconnected</c>.
        /// </summary>
        public long Request(string type, JsonObject members = null)
        {
            Check();
            return Finish(stream.Ask(type, members ?? new JsonObject()));
        }

        /// <summary>Throws the error for requests after the end, because nothing would answer them.</summary>
        private void Check()
        {
            if (failure != null && IsClosed)
            {
                throw failure;
            }
        }

        private void Send(JsonValue line)
        {
            stream.SendOnly(line);
            Flush();
        }

        /// <summary>Completes a request. Replies that the library makes itself are queued after the waiting items.</summary>
        private long Finish(long id)
        {
            Append(stream.Asked.RemoveSettled());
            if (failure != null)
            {
                Append(stream.GiveUp());
            }
            Flush();
            return id;
        }
    }
}

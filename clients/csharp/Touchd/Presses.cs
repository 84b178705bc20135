using System;
using System.Collections.Generic;
using System.Linq;

namespace Touchd
{
    /// <summary>The touches that came down on a region and lifted inside it. A touch that was cancelled or dragged out is not a press.</summary>
    /// <example><code>foreach (TouchEvent press in Presses.On("kiosk/menu/**")) Console.WriteLine(press.Region);</code></example>
    public static class Presses
    {
        /// <summary>Returns the presses of regions one by one, and waits for each. Without patterns: of all regions.</summary>
        /// <inheritdoc cref="On(IEnumerable{string}, ClientOptions, Action{string})"/>
        public static IEnumerable<TouchEvent> On(params string[] regions) => On(regions, null, null);

        /// <summary>Returns the presses of regions one by one, and waits for each.</summary>
        /// <param name="regions">Patterns over region paths.</param>
        /// <param name="options">The client's options.</param>
        /// <param name="log">
        /// Gets the reason why no presses come: touchd is not there, or this program reads too slowly. Default: standard error.
        /// </param>
        /// <exception cref="TouchdException">The client has ended, or touchd has refused the subscription.</exception>
        public static IEnumerable<TouchEvent> On(IEnumerable<string> regions, ClientOptions options, Action<string> log)
        {
            string[] patterns = regions.DefaultIfEmpty("**").ToArray();
            log = log ?? (text => Console.Error.WriteLine("touchd: " + text));
            using (var client = new TouchdClient(options))
            {
                client.Subscribe(patterns, new Wishes { Events = new[] { "touch" } });
                foreach (Item item in client)
                {
                    foreach (TouchEvent press in In(item, log))
                    {
                        yield return press;
                    }
                }
            }
        }

        private static IEnumerable<TouchEvent> In(Item item, Action<string> log)
        {
            if (item is FrameItem frame)
            {
                return frame.Events.OfType<TouchEvent>().Where(one => one.IsPress);
            }
            if (item is ReplyItem reply && !reply.IsOk)
            {
                throw new RefusedException("touchd refused the subscription: " + reply.Message + (reply.Hint == null ? "" : "; " + reply.Hint));
            }
            if (ReasonIn(item) is string reason)
            {
                log(reason);
            }
            return Enumerable.Empty<TouchEvent>();
        }

        /// <summary>Returns the reason why no presses come, if the item has one.</summary>
        private static string ReasonIn(Item item)
        {
            if (item is WaitingItem waiting)
            {
                return waiting.Message + "; trying again";
            }
            if (item is DisconnectedItem disconnected)
            {
                return "the connection to touchd is lost: " + disconnected.Reason;
            }
            if (item is LaggedItem lagged)
            {
                string touches = lagged.Cancelled.Count == 0 ? "" : " (touches " + string.Join(", ", lagged.Cancelled) + ")";
                return "this program reads too slowly: presses that began or ended since it fell behind are lost" + touches;
            }
            return (item as WarningItem)?.Message;
        }
    }
}

using System.Diagnostics;

namespace Touchd
{
    /// <summary>The attempts to connect: the time and the result of the last one, and the time of the next one.</summary>
    internal sealed class Attempts
    {
        private static readonly Stopwatch Clock = Stopwatch.StartNew();
        private readonly string path;
        private readonly double helloWithin;
        private readonly BackOff backOff;
        // The time of the last attempt; null before the first one.
        private double? since;
        // The error of the last attempt; null if it connected.
        private int? errno;
        private string text;
        // The last reason handed out since there was a connection.
        private string told;

        internal Attempts(string path, int? retries, int helloWithin)
        {
            this.path = path;
            this.helloWithin = helloWithin / 1000.0;
            backOff = new BackOff(retries);
        }

        /// <summary>The seconds of a monotonic clock.</summary>
        internal static double Now => Clock.Elapsed.TotalSeconds;

        /// <summary>The time of the next attempt; null if it is not planned.</summary>
        internal double? Due { get; private set; }

        /// <summary>The time until which the server must say hello.</summary>
        internal double HelloDue => since.Value + helloWithin;

        /// <summary>Plans the next attempt. Returns an item with the reason for the wait, once for each reason; null otherwise.</summary>
        /// <param name="wasGreeted">Whether the last connection got a hello. Without one it does not count as a connection.</param>
        /// <param name="failure">The error if no attempt is left.</param>
        internal WaitingItem Plan(bool wasGreeted, out TouchdException failure)
        {
            failure = null;
            if (since == null)
            {
                Due = Now;
                return null;
            }
            string message = "touchd is not reachable at " + path + ": " + (errno == null ? "it closes every connection" : text);
            double? delay = backOff.Delay(wasGreeted ? Now - since.Value : 0);
            if (delay == null)
            {
                failure = new UnreachableException(message);
                return null;
            }
            Due = Now + delay;
            if (wasGreeted || message == told)
            {
                told = wasGreeted ? null : told;
                return null;
            }
            told = message;
            return new WaitingItem(path, errno, message);
        }

        internal Connection Connect()
        {
            since = Now;
            Due = null;
            Connection connection = Connection.Open(path, out int number, out text);
            errno = connection == null ? number : (int?)null;
            return connection;
        }

        /// <summary>Records that the server has said no hello in time.</summary>
        internal void RecordSilence()
        {
            errno = Connection.TimedOut;
            text = Connection.TextOf(Connection.TimedOut);
        }
    }
}

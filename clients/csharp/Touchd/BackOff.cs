using System;

namespace Touchd
{
    /// <summary>The delay before each attempt. A connection that lasted longer than the longest delay renews the budget.</summary>
    internal sealed class BackOff
    {
        private const double FirstDelay = 0.1;
        private const double LongestDelay = 5;
        private readonly int? retries;
        private readonly Random random = new Random();
        private int attempts;

        internal BackOff(int? retries)
        {
            this.retries = retries;
        }

        /// <summary>Returns the seconds to wait, with jitter; null if no attempt is left.</summary>
        internal double? Delay(double lasted)
        {
            if (lasted > LongestDelay)
            {
                attempts = 0;
            }
            if (attempts >= retries)
            {
                return null;
            }
            double whole = Math.Min(LongestDelay, FirstDelay * Math.Pow(2, Math.Min(attempts, 10)));
            attempts++;
            return whole * (0.5 + random.NextDouble() / 2);
        }
    }
}

using System;
using System.Globalization;

namespace Touchd
{
    /// <summary>A point, of the screen or of a region's own space.</summary>
    public struct Point : IEquatable<Point>
    {
        /// <summary>Makes a point.</summary>
        public Point(double x, double y)
        {
            X = x;
            Y = y;
        }

        /// <summary>The distance from the left.</summary>
        public double X { get; }

        /// <summary>The distance from the top.</summary>
        public double Y { get; }

        /// <summary>True if both coordinates are equal.</summary>
        public bool Equals(Point other) => X.Equals(other.X) && Y.Equals(other.Y);

        /// <inheritdoc/>
        public override bool Equals(object other) => other is Point point && Equals(point);

        /// <inheritdoc/>
        public override int GetHashCode() => X.GetHashCode() * 31 + Y.GetHashCode();

        /// <summary>Returns the point as <c>(x, y)</c>.</summary>
        public override string ToString() => string.Format(CultureInfo.InvariantCulture, "({0}, {1})", X, Y);
    }

    /// <summary>A region's rectangle in its own space.</summary>
    public struct RegionBounds
    {
        internal RegionBounds(double[] numbers)
        {
            X = numbers[0];
            Y = numbers[1];
            Width = numbers[2];
            Height = numbers[3];
        }

        /// <summary>The left edge.</summary>
        public double X { get; }

        /// <summary>The top edge.</summary>
        public double Y { get; }

        /// <summary>The width.</summary>
        public double Width { get; }

        /// <summary>The height.</summary>
        public double Height { get; }
    }

    /// <summary>The map from a region's own space to points of the screen: x' = a·x + c·y + tx, y' = b·x + d·y + ty.</summary>
    public struct RegionTransform
    {
        internal RegionTransform(double[] numbers)
        {
            A = numbers[0];
            B = numbers[1];
            C = numbers[2];
            D = numbers[3];
            Tx = numbers[4];
            Ty = numbers[5];
        }

        /// <summary>The part of x in x'.</summary>
        public double A { get; }

        /// <summary>The part of x in y'.</summary>
        public double B { get; }

        /// <summary>The part of y in x'.</summary>
        public double C { get; }

        /// <summary>The part of y in y'.</summary>
        public double D { get; }

        /// <summary>The shift along x.</summary>
        public double Tx { get; }

        /// <summary>The shift along y.</summary>
        public double Ty { get; }

        /// <summary>Returns the place on the screen of a point of the region's own space.</summary>
        public Point Apply(Point point) => new Point(A * point.X + C * point.Y + Tx, B * point.X + D * point.Y + Ty);
    }
}

/// A region's place in a `RegionTree`: pre-order, front to back. Valid for that tree only.
public typealias RegionIndex = Int32

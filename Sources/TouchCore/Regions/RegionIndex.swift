/// A region's place in a `RegionTree`: pre-order, front to back. Valid for that tree only.
public typealias RegionIndex = Int32

/// A place in a tree's list of gestures.
public typealias GestureIndex = Int32

extension Array {
    /// Takes memory of its own, if another array shares it. O(elements) then.
    mutating func detach() { withUnsafeMutableBufferPointer { _ in } }
}

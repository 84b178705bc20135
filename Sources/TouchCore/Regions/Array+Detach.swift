extension Array {
    /// Copies the elements if another array shares their memory. O(elements) then.
    mutating func detach() { withUnsafeMutableBufferPointer { _ in } }
}

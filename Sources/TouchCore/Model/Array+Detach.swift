extension Array {
    /// Copies the elements if another array shares their memory. O(elements) if it copies, otherwise O(1).
    mutating func detach() { withUnsafeMutableBufferPointer { _ in } }
}

/// Inside a sensitive region, parts that different clients have claimed are isolated from each other: touches, gestures and responder
/// chains do not cross the border of a part.
extension RegionTree {
    /// The outermost region around one whose touches are the same client's; nil of what is not sensitive. Without clients that have
    /// claimed anything this is the outermost sensitive region.
    func compartment(of region: RegionIndex) -> RegionIndex? {
        compartments.isEmpty ? self[region].sensitiveRoot : compartments[Int(region)]
    }

    /// Says whose receivers are. A part of a sensitive region is its own, or the nearest region's around it that is anybody's.
    ///
    /// - Parameter owners: by id, a number of the client.
    mutating func setOwners(_ owners: [String: Int]) {
        compartments = []
        guard directory.hasSensitive, !owners.isEmpty else { return }
        compartments.reserveCapacity(records.count)
        // Parents stand before their children, and hand down what nobody has claimed apart.
        var nearest: [Int?] = []
        nearest.reserveCapacity(records.count)
        for (index, record) in records.enumerated() {
            let around = record.parent.flatMap { self[$0].sensitiveRoot == record.sensitiveRoot ? Int($0) : nil }
            if record.sensitiveRoot == nil {
                nearest.append(nil)
                compartments.append(nil)
                continue
            }
            let owner = owners[record.id] ?? around.flatMap { nearest[$0] }
            compartments.append(around.flatMap { nearest[$0] == owner ? compartments[$0] : nil } ?? RegionIndex(index))
            nearest.append(owner)
        }
    }

    /// True if `region` must not observe touches on `target`, because the two are in different parts.
    func isKept(_ target: RegionIndex, from region: RegionIndex) -> Bool {
        compartment(of: target).map { $0 != compartment(of: region) } ?? false
    }
}

extension TouchPipeline {
    /// Says which receivers have a client that answers for them, and whose they are. Regions with a fallback that are not among
    /// them do not get the touches that begin from now on, and for interceptors that are not nothing is withheld.
    ///
    /// - Parameter owners: by id, a number of the client.
    /// - Returns: gestures that are over because one of their touches is not their region's owner's any more: a frame a panel, at
    ///   the time that `time` gives for it.
    public mutating func setClaimed(_ owners: [String: Int], time: (_ panel: Int) -> Int64) -> [RoutedFrame] {
        claimed = Set(owners.keys)
        self.owners = owners
        asking.setClaimed(claimed, nextTouch: nextID)
        tree.setOwners(owners)
        guard tree.directory.hasSensitive else { return [] }
        return onPanels(at: time, where: { $1.isRecognizing }) { pipeline, panel in
            let tree = pipeline.tree
            panel.recognizers().cancel(&pipeline.gestureOutput, tree) { recognizer in
                recognizer.hasFinger { tree.isKept($0, from: recognizer.region) }
            }
        }
    }

    /// The same of one client.
    public mutating func setClaimed(_ ids: Set<String>) {
        _ = setClaimed(Dictionary(uniqueKeysWithValues: ids.map { ($0, 0) })) { _ in .min }
    }
}

extension Recognizer {
    /// Whether it has, or will be told of, a finger that is down on such a target.
    func hasFinger(on isMeant: (RegionIndex) -> Bool) -> Bool {
        fingers.contains { !$0.isOver && isMeant($0.target) } || missed.contains { isMeant($0.finger.target) }
    }
}

/// Clients answer for receivers, and cease to. What that changes for touches and gestures comes back as frames: one a panel, at the time
/// that `time` gives for it.
extension TouchPipeline {
    /// A client answers for receivers from the next touch on. Regions with a fallback get the touches that begin from now on themselves,
    /// and interceptors among them are waited for. What is claimed already stays with whoever has claimed it.
    ///
    /// Gestures are over if one of their touches is not their region's owner's any more.
    ///
    /// - Parameter owner: the client's number.
    public mutating func claim(
        _ receivers: some Sequence<String>, by owner: Int, time: (_ panel: PanelID) -> Int64, into output: inout FrameBuffer
    ) {
        for receiver in receivers { claims.claim(receiver, by: owner, since: nextID) }
        claimsChanged(time, &output)
    }

    /// Nobody answers for receivers any more from the next touch on. `abandon` them first, so that the touches they have are over.
    public mutating func release(
        _ receivers: some Sequence<String>, time: (_ panel: PanelID) -> Int64, into output: inout FrameBuffer
    ) {
        for receiver in receivers { claims.release(receiver) }
        claimsChanged(time, &output)
    }

    /// The touches that receivers have got since they were claimed are over.
    public mutating func abandon(
        claimed receivers: [String], reason: CancelReason, time: (_ panel: PanelID) -> Int64, into output: inout FrameBuffer
    ) {
        var since: [String: TouchID] = [:]
        for receiver in receivers { since[receiver] = claims[receiver]?.since }
        abandon(since, reason: reason, time: time, into: &output)
    }

    /// These are claimed, by one client, and no others: for scenarios, which have no clients.
    public mutating func setClaimed(_ receivers: Set<String>) {
        var output = FrameBuffer()
        release(Array(claims.receivers).filter { !receivers.contains($0) }, time: { _ in .min }, into: &output)
        claim(receivers, by: 0, time: { _ in .min }, into: &output)
    }

    private mutating func claimsChanged(_ time: (_ panel: PanelID) -> Int64, _ output: inout FrameBuffer) {
        tree.setOwnership(claims)
        claims.checkInvariants(nextTouch: nextID)
        guard tree.directory.hasSensitive else { return }
        onPanels(at: time, into: &output, where: { $1.isRecognizing }) { pipeline, panel in
            let tree = pipeline.tree
            panel.recognizers().cancel(&pipeline.gestureOutput, tree) { recognizer in
                recognizer.hasFinger { tree.isKept($0, from: recognizer.region) }
            }
        }
    }
}

extension RegionTree {
    /// Says whose receivers are.
    mutating func setOwnership(_ claims: ClaimTable) {
        ownership = Ownership(claims, directory)
        ownership.checkInvariants(claims, directory)
    }

    /// The outermost region around one whose touches are the same client's; nil of what is not sensitive. Without clients that have
    /// claimed anything this is the outermost sensitive region.
    func compartment(of region: RegionID) -> RegionID? { ownership.domain(of: region, self[region]) }

    /// True if `region` must not observe touches on `target`, because the two are in different domains.
    func isKept(_ target: RegionID, from region: RegionID) -> Bool {
        compartment(of: target).map { $0 != compartment(of: region) } ?? false
    }
}

extension Recognizer {
    /// Whether it has, or will be told of, a finger that is down on such a target.
    func hasFinger(on isMeant: (RegionID) -> Bool) -> Bool {
        fingers.contains { !$0.isOver && isMeant($0.target) } || backlog.steps.contains { isMeant($0.finger.target) }
    }
}

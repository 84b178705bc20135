import Configuration
import Recordings
import Server
import TouchCore
import Wire
import Text

/// The requests of clients that need more than one part of the service, and the parts that carry out the others.
extension TouchService: Router {
    public var touches: any TouchRouter { dispatcher }
    public var trials: any TrialRunner { trial }
    public var injector: any TouchInjector { injected }
    public var typist: any KeyTypist { keyboards }

    // MARK: Queries

    public var tree: RegionTree { dispatcher.pipeline.tree }
    public var directory: RegionDirectory { dispatcher.pipeline.tree.directory }
    public var ownership: Ownership { dispatcher.pipeline.tree.ownership }
    public var nextID: TouchID { dispatcher.pipeline.nextID }
    public var touchesDown: [(panel: String, touch: RoutedTouch)] { dispatcher.touchesDown }
    public var panelEntries: [PanelEntry] { registry.entries }
    public var deviceEntries: [DeviceEntry] { registry.deviceEntries(reopened: recovery.reopened) }
    public var otherDeviceEntries: [DeviceEntry] { siblings.entries + keypads.entries }
    public var touchesOnGlass: Int { dispatcher.pipeline.openDownCount }
    public var configuredPanels: [ConfiguredPanel] { registry.configuredPanels }
    public func isAsConfigured(_ region: RegionID) -> Bool { configured.hasSamePlace(region, in: tree) }
    public func panelWithOldMapping(onScreen screen: Int) -> String? {
        panels.all.first { panel in
            panel.entry.screen == screen && dispatcher.pipeline.mapping(ofPanel: panel.panelID) != registry.mapping(of: panel)
        }?.id
    }
    public func statistics(resets: Bool) -> StatisticsEntry { statistics.answer(resets: resets) }
    public func clockOffset(ofPanel panel: PanelID) -> Int64 { panels[panel]?.clockOffset ?? 0 }

    // MARK: Touches

    public func subscribed() { recorded.start() }
    public func abandon(region: String, since: TouchID, _ reason: CancelReason) {
        guard let index = directory.index(ofID: region) else { return }
        let inside = directory.sensitive.filter { directory[$0].sensitiveRoot == index }.map { directory[$0].id }
        dispatcher.abandon(Dictionary(inside.map { ($0, since) }, uniquingKeysWith: { first, _ in first }), reason)
    }

    // MARK: The tree

    public func reload(_ options: ReloadOptions = ReloadOptions(), _ done: @escaping (ReloadResult) -> Void) { reloader.reload(options, done) }

    public func remove(_ regions: [String]) -> [String] {
        authors.forget(regions.compactMap(tree.region).flatMap { tree.directory.subtree(of: $0) }.map { tree[$0].id }, configured)
        return dispatcher.removeRegions(regions)
    }

    public func edit(
        _ edits: JSONNode, by client: Int, _ principal: Principal, isTrusted: Bool, check: EditsCheck?
    ) throws(RequestError) -> [RegionSpec] {
        let (edits, pending) = try read(edits)
        do { try dispatcher.edit(edits, check: check) } catch { throw RequestError(error) }
        dispatcher.pipeline.lendTree { authors.record(pending, by: client, principal, isTrusted: isTrusted, configured, $0) }
        return edits.compactMap { if case .add(let region, _, _) = $0 { region } else { nil } }
    }

    public func exposedRegion(of receivers: [String], for principal: Principal) -> ExposedRegion? {
        if authors.count == 0 { return nil }
        // A region that a client has added may lie in a sensitive region of the configuration.
        let around = receivers.compactMap { tree.index(ofID: $0).flatMap { tree[$0].sensitiveRoot }.map { tree[$0].id } }
        let roots = Set((receivers + around).compactMap(configured.sensitiveRoot))
        if roots.isEmpty { return nil }
        let (edited, reordered) = authors.regions(ofOthersThan: principal)
        if edited.isEmpty { return nil }
        func merged(resets: Bool) -> RegionTree {
            let gone = edited.filter { tree.region(ofID: $0) == nil }
            let merge = TreeMerge(
                before: configured, now: configured, mine: tree, resets: resets, overruled: edited, readded: authors.readded,
                lost: authors.lost.union(gone))
            return RegionTree(merge, gestureDefaults: tree.gestureDefaults)
        }
        let without = merged(resets: false)
        return .first(
            of: roots, inForce: tree, without: without, edited: edited,
            reordered: (reordered, reordered.isEmpty ? without : merged(resets: true)))
    }

    private func read(_ edits: JSONNode) throws(RequestError) -> ([TreeEdit], EditAuthors.Pending) {
        try dispatcher.pipeline.lendTree { tree throws(RequestError) in
            switch readEdits(edits, of: tree) {
            case .failure(let error): throw RequestError(error.description, code: error.isMissing ? .notFound : .badRequest)
            case .success(let edits): return (edits, EditAuthors.pending(edits, tree))
            }
        }
    }

    // MARK: Recording

    public func startRecording(_ number: Int, panel id: String) throws(RequestError) -> [String] {
        guard let panel = panels.panel(ofID: id) else {
            throw RequestError("there is no panel \"\(id)\"", code: .notFound, hint: "the reply to devices lists the panels in use")
        }
        var writer = EvemuWriter()
        var isFresh = false
        switch panel.source {
        case .live(let device): writer.describe(device.recorded, comments: ["Recorded by touchd from \(device.node), panel \(id)"])
        case .injected, .accessibility:
            throw RequestError(
                "panel \"\(id)\" cannot be recorded: no device has its touches", code: .notFound,
                hint: "the reply to devices lists the panels that can be recorded")
        case .recording(let played):
            writer.describe(RecordedDevice(panel.profile.declared), comments: ["Recorded by touchd from \(played.recording.file), panel \(id)"])
            isFresh = dispatcher.health(of: panel).reports == 0
        }
        dispatcher.startRecording(number, of: panel, isFresh: isFresh)
        return String(decoding: writer.bytes, as: UTF8.self).split(at: "\n").map(String.init)
    }

    public func stopRecording(_ number: Int) { dispatcher.stopRecording(number) }
}

import TouchCore

/// Collects the findings from frames that are redacted for viewers without rights to sensitive regions.
struct ReportCollector {
    /// The touches in the order of their begins.
    private(set) var touches: [ReportTouch] = []
    private var places: [UInt64: Int] = [:]
    private(set) var heat: HeatGrid
    /// The number of touches in sensitive regions, by the region's path.
    private(set) var sensitive: [String: Int] = [:]
    /// The number of cancels by reason, counted for each receiver.
    private(set) var cancels: [CancelReason: Int] = [:]
    /// The begins and ends of gestures, controls and scrolls.
    private(set) var actions: [ReportAction: Int] = [:]
    /// The delays of events, in µs of event time: a begin that waited for a gesture, or for a filter.
    private(set) var holds: [Int64] = []
    /// The number of events that receivers and observers got.
    private(set) var events = 0
    /// The indices of the touches that are down.
    private var down: [Int] = []
    private var sensitiveDown = 0

    private let regions: SensitiveRegions
    private let screen: Int
    private let step: Double
    /// The outermost sensitive regions of the screen.
    private let blocks: [RegionID]

    init(_ tree: RegionTree, _ sensitive: SensitiveRegions, screen: Int) {
        regions = sensitive
        self.screen = screen
        let size = tree.screens[screen].size
        heat = HeatGrid(screen: size)
        step = max(size.width, size.height) / 300
        blocks = sensitive.all.filter { sensitive.root(of: $0) == $0 && $0.isRegion && tree[$0].screen == screen }
    }

    /// Whether fingers are down, none of them in a sensitive region.
    var isOpenlyTouched: Bool { !down.isEmpty && sensitiveDown == 0 }

    /// Counts a report of the panel for all touches that are down.
    mutating func recordReport() { for index in down { touches[index].recordReport() } }

    mutating func add(_ frame: RoutedFrame, _ tree: RegionTree) {
        for event in frame.events { add(event, at: frame.time, tree) }
        for action in frame.actions { add(action, tree) }
    }

    private mutating func add(_ event: RoutedTouch, at time: Int64, _ tree: RegionTree) {
        if event.isRedacted { return addRedacted(event, tree) }
        // Events that a sensitive region shares with other receivers are left out as well.
        if let target = event.target, regions.contains(target) { return }
        events += 1
        if time > event.timestamp { holds.append(time - event.timestamp) }
        let id = event.id.rawValue
        let index = places[id] ?? touches.count
        if index == touches.count {
            places[id] = index
            touches.append(ReportTouch(event, step: step))
        }
        let isShown = !blocks.contains { tree.contains(event.location, $0) }
        let wasDown = touches[index].isDown
        touches[index].add(event, region: event.receiver.map { tree[$0].id }, isShown: isShown)
        if event.phase == .cancelled, let reason = event.reason { cancels[reason, default: 0] += 1 }
        if isShown { heat.add(id, at: event.location) } else { heat.remove(id) }
        if touches[index].isDown && !wasDown { down.append(index) }
        if !touches[index].isDown {
            heat.remove(id)
            down.removeAll { $0 == index }
        }
    }

    private mutating func addRedacted(_ event: RoutedTouch, _ tree: RegionTree) {
        guard let receiver = event.receiver, let root = regions.root(of: receiver) else { return }
        if event.phase == .began {
            sensitive[tree[root].path, default: 0] += 1
            sensitiveDown += 1
        } else if event.phase.isTerminal {
            sensitiveDown -= 1
        }
    }

    private mutating func add(_ action: RoutedAction, _ tree: RegionTree) {
        let what: String
        switch action.content {
        case .gesture(let gesture):
            if gesture.state == .changed { return }
            what = "\(tree.directory.gestures[gesture.gesture.slot].type) \(gesture.state.rawValue)"
        case .control(let control):
            if [.touchDragInside, .touchDragOutside].contains(control.event) { return }
            what = control.event.rawValue
        case .scroll(let scroll):
            if case .changed = scroll.state { return }
            what = "scroll \(scroll.state)"
        }
        actions[ReportAction(region: tree[action.region].id, what: what), default: 0] += 1
    }
}

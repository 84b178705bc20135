import StrictYAML
import TouchCore
import Vocabulary

/// Turns checked nodes into region trees, and finds errors that concern several regions.
package struct RegionDecoder {
    let log: DiagnosticLog
    var regions: References
    private var gestures: References
    private var redirects = RedirectCycles()
    var gestureCycles = GestureCycles()
    /// The gesture defaults of the file that has the regions, or of the tree to which they are added.
    package var gestureDefaults = GestureDefaults()
    private var controllers = ControllerUses()
    /// The index of the screen that is being decoded.
    private(set) var screen = 0
    /// The outermost sensitive regions.
    private(set) var sensitive: [(name: String, mark: Mark, screen: Int)] = []
    private var isInSensitive = false
    /// The keyboard of the screen that is being decoded; nil to leave the keys of regions to the tree's own check.
    package var keyboard: ScreenKeyboard?
    /// The length of the path of the current region, and of all paths so far, in bytes.
    private var pathBytes = 0
    private var allPathBytes = 0

    /// Makes a decoder.
    ///
    /// - Parameter scope: the scope in which IDs are unique, for messages.
    package init(log: DiagnosticLog, scope: String = "file") {
        self.log = log
        regions = References(noun: "region", scope: scope, most: ConfigurationLimit.regions)
        gestures = References(noun: "gesture", scope: scope, most: ConfigurationLimit.gestures)
    }

    package mutating func windows(_ nodes: [YAMLNode], screen index: Int) -> [RegionSpec] {
        screen = index
        return nodes.map { region($0, isWindow: true) }
    }

    /// Checks all references. Call it once, after the last screen.
    package func checkReferences() {
        // A missing ID may belong to an entry beyond the limit.
        if regions.isFull || gestures.isFull { return }
        regions.resolve(log: log)
        gestures.resolve(log: log)
        redirects.check(log: log)
        gestureCycles.check(log: log)
        controllers.check(log: log)
    }

    /// Adds a reference from outside the tree to a region, a controller or an interceptor.
    package mutating func refer(to name: String, _ mark: Mark, place: @escaping @autoclosure () -> String) {
        regions.refer(to: name, mark, place: place())
    }

    /// Adds a reference from outside the tree to a gesture.
    package mutating func refer(toGesture name: String, _ mark: Mark, place: @escaping @autoclosure () -> String) {
        gestures.refer(to: name, mark, place: place())
    }

    mutating func define(gesture id: String, _ mark: Mark) { gestures.define(id, mark, screen: screen, log: log) }

    /// Defines IDs that are not in the decoded nodes.
    package mutating func define(_ ids: some Sequence<String>, gestures names: some Sequence<String>) {
        for id in ids { regions.define(id, .start, screen: 0, log: log) }
        for name in names { gestures.define(name, .start, screen: 0, log: log) }
    }

    /// Decodes a region that is added later. It may reuse the IDs of regions that are removed by then.
    package mutating func addedRegion(_ node: YAMLNode) -> RegionSpec {
        forget(node)
        return region(node, isWindow: false)
    }

    private mutating func forget(_ node: YAMLNode) {
        if let id = node.string("id") { regions.forget(id) }
        if let id = node.string("controller") { controllers.forget(id) }
        for gesture in node.items("gestures") { if let id = gesture.string("id") { gestures.forget(id) } }
        for child in node.items("children") { forget(child) }
    }

    private mutating func region(_ node: YAMLNode, isWindow: Bool) -> RegionSpec {
        let id = node["id"]
        let name = id?.string ?? ""
        if let id, let name = id.string { regions.define(name, id.mark, screen: screen, log: log) }
        let around = pathBytes
        pathBytes += name.utf8.count + 1
        defer { pathBytes = around }
        let isTooMuch = allPathBytes > ConfigurationLimit.pathBytes
        allPathBytes += pathBytes
        if !isTooMuch, allPathBytes > ConfigurationLimit.pathBytes {
            log.error(
                node.mark,
                "the paths of the regions up to here take more than \(ConfigurationLimit.pathBytes >> 20) MiB, which is the limit; use shorter ids")
        }
        let given = node.string("kind").flatMap(RegionKind.init)
        let kind: RegionKind = given == .surface ? .surface : isWindow ? .window : given ?? .view
        var region = RegionSpec(id: name, kind: kind, geometry: geometry(node, name))
        setProperties(node, of: &region)
        if region.knob != nil { KnobDecoding.check(node, region, log) }
        if let scroll = region.scroll { ScrollDecoding.check(node, scroll, name, log) }
        region.isSensitive = node.boolean("sensitive") ?? false
        if let words = node["spared"]?.items?.compactMap(\.string) {
            region.spared = SparedRules(SparedRules.words.filter { words.contains($0.word) }.map { $0.rules })
        }
        let wasInSensitive = isInSensitive
        if region.isSensitive, !isInSensitive { sensitive.append((name, node.entry("sensitive")?.mark ?? node.mark, screen)) }
        isInSensitive = isInSensitive || region.isSensitive
        defer { isInSensitive = wasInSensitive }
        if let controller = node["controller"], let id = controller.string {
            region.controller = id
            controllers.use(id, controller.mark, regionNamed: name, log: log)
        }
        if let interceptors = node["intercept"]?.items { region.interceptors = interceptors.map { interceptor($0) } }
        if let gestures = node["gestures"]?.items { region.gestures = gestures.map { gesture($0) } }
        if kind == .surface { checkSurface(node, name) }
        if let entry = node.entry("keyCode"), region.keyCode != nil { checkKeyCode(entry.mark, node, region) }
        if let children = node["children"]?.items { region.children = children.map { self.region($0, isWindow: false) } }
        return region
    }

    /// Logs keys that have no effect on a surface, because an application gets all touches of a surface (contract 8).
    private func checkSurface(_ node: YAMLNode, _ name: String) {
        for key in Self.notOnSurfaces {
            guard let entry = node.entry(key) else { continue }
            log.error(
                entry.mark,
                "\(quoted(key)) in surface \(quoted(name)) has no effect, because applications get the surface's touches; remove the key, "
                    + "or put a region above the surface")
        }
        guard let hitTest = node["hitTest"], ["translucent", "redirect"].contains(hitTest.string("kind")) else { return }
        log.error(hitTest.mark, "\"hitTest\" in surface \(quoted(name)): a surface cannot pass its touches to a region; remove the key")
    }

    /// Logs a `keyCode` that the region cannot have (contract 8, Typing).
    private func checkKeyCode(_ mark: Mark, _ node: YAMLNode, _ region: RegionSpec) {
        let flaw: String?
        if let kind = region.kind.keyCodeFlaw {
            flaw = kind
        } else if node["children"]?.items?.isEmpty == false {
            flaw = "a region with children types no key; give the key to one of the children"
        } else if isInSensitive {
            flaw = "a region in a sensitive region types no key, because everybody could read it"
        } else {
            flaw = keyboard.flatMap { KeyboardRules.flaw(of: region.keyCode!, $0.rules, onScreen: $0.screen) }
        }
        if let flaw { log.error(mark, "\"keyCode\" in region \(quoted(region.id)): \(flaw)") }
    }

    private static let notOnSurfaces = [
        "multipleTouchEnabled", "exclusiveTouch", "enabled", "responds", "controller", "behaviour", "watchesOutside", "undecidedFor", "fallback",
        "intercept", "gestures",
    ]

    private func geometry(_ node: YAMLNode, _ name: String) -> RegionGeometry {
        let geometry: RegionGeometry
        if let frame = node.rect("frame") {
            let bounds = node.rect("bounds")
            if let bounds, bounds.size != frame.size {
                log.error(
                    node["bounds"]!.mark,
                    "\"bounds\" in region \(quoted(name)): the size must be the frame's, "
                        + "\(shortest(frame.size.width)) × \(shortest(frame.size.height)); "
                        + "beside a frame, bounds set only the origin")
            }
            geometry = RegionGeometry(frame: frame, boundsOrigin: bounds?.origin ?? Point(0, 0))
        } else {
            geometry = RegionGeometry(
                bounds: node.rect("bounds") ?? Rect(0, 0, 0, 0), center: node.point("center") ?? Point(0, 0),
                transform: node["transform"].flatMap { transform($0, name) } ?? .identity)
        }
        checkEdges(geometry, node.mark, name)
        return geometry
    }

    /// The maximum coordinate. Above it the maps between regions are too imprecise for points.
    private static let maximumCoordinate = 1e12

    func checkEdges(_ geometry: RegionGeometry, _ mark: Mark, _ name: String) {
        let size = geometry.bounds.size
        let edges = [
            geometry.bounds.minX, geometry.bounds.minY, geometry.bounds.maxX, geometry.bounds.maxY,
            geometry.center.x + size.width / 2, geometry.center.y + size.height / 2,
        ]
        if !edges.allSatisfy({ abs($0) <= Self.maximumCoordinate }) {
            log.error(mark, "the edges of region \(quoted(name)) are too large for a number")
        }
    }

    /// Returns the matrix of a node; nil if it is not a matrix or cannot be inverted.
    func transform(_ node: YAMLNode, _ name: String) -> AffineTransform? {
        guard let m = node.numbers(6) else { return nil }
        let transform = AffineTransform(a: m[0], b: m[1], c: m[2], d: m[3], tx: m[4], ty: m[5])
        if transform.isUsable { return transform }
        log.error(
            node.mark, "\"transform\" in region \(quoted(name)) cannot be inverted: a·d − b·c is \(transform.determinant)")
        return nil
    }

    mutating func hitTest(_ node: YAMLNode?, of name: String) -> HitTestOverride? {
        switch node?.string("kind") {
        case "passThrough": return .passThrough
        case "ignore": return .ignore
        case "absorb": return .absorb
        case "overflow": return .overflow
        case "translucent": return .translucent
        case "redirect":
            guard let to = node?["to"], let target = to.string else { return nil }
            regions.refer(to: target, to.mark, place: "\"to\" of region \(quoted(name))", screen: screen)
            let always = node?.string("when") == "always"
            // A redirect to the region itself is not a cycle: its children are asked, and then the region itself is hit.
            if always && target != name { redirects.add(from: name, to: target, to.mark) }
            return .redirect(to: target, always: always)
        default: return nil
        }
    }

    func shape(_ node: YAMLNode?, of name: String) -> RegionShape? {
        guard let node else { return nil }
        switch node.string("kind") {
        case "ellipse": return .ellipse
        case "roundedRectangle": return .roundedRectangle(radius: node.number("radius") ?? 0)
        case "polygon":
            let points = node.items("points").compactMap(\.point)
            if points.count < 3, let list = node["points"], list.items != nil {
                log.error(list.mark, "\"points\" of region \(quoted(name)): a polygon has at least 3 corners")
                return nil
            }
            return points.count < 3 ? nil : .polygon(points)
        default: return nil
        }
    }

    private mutating func interceptor(_ node: YAMLNode) -> InterceptorSpec {
        let id = node.string("id") ?? ""
        if let mark = node["id"]?.mark, !id.isEmpty { regions.define(id, mark, screen: screen, isRegion: false, log: log) }
        let place = "interceptor \(quoted(id))"
        for key in ["insideOf", "deliverTo"] {
            guard let value = node[key], let target = value.string else { continue }
            regions.refer(to: target, value.mark, place: "\(quoted(key)) of \(place)", screen: screen)
        }
        let verdict = node.string("verdict").flatMap(InterceptorSpec.Verdict.init) ?? .observe
        if verdict == .redirect, node["deliverTo"] == nil {
            log.error(node.mark, "missing \"deliverTo\" in \(place): a redirect needs a region that gets the touches")
        }
        if verdict == .observe, let to = node["deliverTo"] {
            log.error(to.mark, "\"deliverTo\" in \(place) has no effect with verdict observe; remove it, or write verdict: consume or redirect")
        }
        return InterceptorSpec(
            id: id, insideOf: node.string("insideOf") ?? "", verdict: verdict, deliverTo: node.string("deliverTo"),
            maySteal: node.boolean("maySteal") ?? false)
    }

    /// Decodes the `accessibility` section of the screen that was decoded last; nil if there is none.
    package mutating func accessibilityRules(_ node: YAMLNode?) -> AccessibilityRules? {
        AccessibilityDecoding(log: log, screen: screen).rules(node, &regions)
    }

    /// Decodes the `controllers` of a screen and of its windows.
    package mutating func controllers(_ owners: [YAMLNode], screen: Int) -> [String: Responds] {
        var all: [String: Responds] = [:]
        for owner in owners {
            guard case .mapping(let entries)? = owner["controllers"]?.content else { continue }
            for entry in entries {
                let responds = entry.value.string("responds").flatMap(Responds.init) ?? .consume
                all[entry.key] = responds
                controllers.declare(entry.key, entry.mark)
                regions.define(entry.key, entry.mark, screen: screen, isRegion: false, log: log)
            }
        }
        return all
    }
}

import StrictYAML
import TouchCore

/// Decoding of what makes a glass accessible, in regions and in screens.
struct AccessibilityDecoding {
    let log: DiagnosticLog
    /// The index of the screen.
    let screen: Int

    /// Decodes the `accessibility` of a region; nil if the value is not an object.
    func region(_ node: YAMLNode, of name: String, _ regions: inout References) -> AccessibilitySpec? {
        guard case .mapping = node.content else { return nil }
        var spec = AccessibilitySpec(label: node.string("label"))
        (spec.hint, spec.value, spec.language) = (node.string("hint"), node.string("value"), node.string("language"))
        spec.role = node.string("role").flatMap(AccessibilitySpec.Role.init)
        spec.isElement = node.boolean("element")
        spec.isHidden = node.boolean("hidden") ?? false
        spec.isModal = node.boolean("modal") ?? false
        spec.activationPoint = node.point("activationPoint")
        spec.isDirect = node.boolean("direct") ?? false
        spec.isPrivate = node.boolean("private") ?? false
        for item in node.items("elements") {
            guard let id = item.string else { continue }
            regions.refer(to: id, item.mark, place: "\"elements\" of region \(quoted(name))", screen: screen)
            spec.elements.append(id)
        }
        return spec
    }

    /// Decodes the `accessibility` section of a screen; nil if there is none.
    func rules(_ node: YAMLNode?, _ regions: inout References) -> AccessibilityRules? {
        guard let node else { return nil }
        var known: Set<String> = []
        var rules = AccessibilityRules()
        for profile in node.items("profiles") {
            guard let id = profile.string("id") else { continue }
            if !known.insert(id).inserted { log.error(profile["id"]!.mark, "this screen already has a profile \(quoted(id))") }
            rules.profiles.append(self.profile(profile, id, &regions))
        }
        return rules
    }

    private func profile(_ node: YAMLNode, _ id: String, _ regions: inout References) -> ProfileRule {
        var profile = ProfileRule(id: id)
        profile.start = triggers(node, "start", id, &regions)
        profile.stop = triggers(node, "stop", id, &regions)
        profile.idleFactor = node.number("idleFactor") ?? profile.idleFactor
        profile.show = names(node, "show", id, &regions)
        profile.hide = names(node, "hide", id, &regions)
        for item in node.items("show") where item.string.map(profile.hide.contains) == true {
            log.error(item.mark, "\"show\" of profile \(quoted(id)): \"hide\" names region \(quoted(item.string!)) too")
        }
        profile.touches = node["touches"].map { TouchRules($0) }
        profile.explore = node["explore"].map(ExploreRule.init)
        if let scan = node["scan"] {
            profile.scan = ScanRule()
            if let step = scan.microseconds("step") { profile.scan!.step = step }
            if let loops = scan.number("loops") { profile.scan!.loops = Int(clamping: min(loops, 1e6)) }
        }
        return profile
    }

    private func names(_ node: YAMLNode, _ key: String, _ profile: String, _ regions: inout References) -> [String] {
        node.items(key).compactMap { item in
            guard let name = item.string else { return nil }
            regions.refer(to: name, item.mark, place: "\(quoted(key)) of profile \(quoted(profile))", screen: screen)
            return name
        }
    }

    private func triggers(_ node: YAMLNode, _ key: String, _ profile: String, _ regions: inout References) -> [ProfileRule.Trigger] {
        node.items(key).compactMap { item in
            if let jack = item.string("jack") { return .jack(jack, after: item.microseconds("after") ?? 0) }
            if let node = item["key"], let name = node.string {
                KeyDecoding.check(name, node.mark, "\(quoted(key)) of profile \(quoted(profile))", log)
                return .key(KeyName.firstName(of: name))
            }
            if let corner = item.string("corner").flatMap(StaffRule.Corner.init) {
                return .corner(corner, hold: item.microseconds("hold") ?? 3_000_000)
            }
            if let fingers = item.number("fingers") {
                return .fingers(Int(clamping: min(max(fingers, 1), 1e6)), hold: item.microseconds("hold") ?? 5_000_000)
            }
            if let idle = item.microseconds("idle") { return .idle(idle) }
            guard let region = item["region"], let name = region.string else { return nil }
            regions.refer(to: name, region.mark, place: "\(quoted(key)) of profile \(quoted(profile))", screen: screen)
            return .region(name)
        }
    }
}

extension ExploreRule {
    fileprivate init(_ node: YAMLNode) {
        self.init()
        wait = node.microseconds("wait") ?? wait
        doubleTap = node.microseconds("doubleTap") ?? doubleTap
        swipe = node.number("swipe") ?? swipe
        if node["activate"] != nil { activate = Set(node.items("activate").compactMap { $0.string.flatMap(Activation.init) }) }
        keys = node.string("keys").flatMap(Keys.init) ?? keys
    }
}

import StrictYAML
import TouchCore

extension CheckedConfiguration {
    /// The places of the focus on screens with an `accessibility` section, in the order of each screen. Sensitive regions are open, as for their
    /// owner.
    fileprivate var elements: [RegionID] {
        tree.screens.indices.filter { tree.screens[$0].accessibility != nil }.flatMap { AccessibleTree(tree).focusRing(ofScreen: $0) { _ in true } }
    }
}

/// An element without a text, so that people cannot learn what it is.
enum MissingLabel: WarningRule {
    static let id = WarningID.noLabel

    static func find(in configuration: CheckedConfiguration, _ warn: (Mark, String) -> Void) {
        for region in configuration.elements {
            let spec = configuration.spec(region)
            if spec.accessibility?.label != nil || spec.kind == .surface { continue }
            warn(
                configuration.mark(region, "accessibility"),
                "\(spec.kind.rawValue) \(quoted(spec.id)) has no label, so nobody can hear what it is; add \"accessibility: { label: … }\", or "
                    + "\"accessibility: { element: false }\" if people do not need it")
        }
    }
}

/// An element to use that no touch at any of its points reaches, so that an activation is refused.
enum CoveredElement: WarningRule {
    static let id = WarningID.coveredElement

    static func find(in configuration: CheckedConfiguration, _ warn: (Mark, String) -> Void) {
        let tree = configuration.tree
        for region in configuration.elements {
            let spec = configuration.spec(region)
            guard tree.isReachable(region), AccessibleTree(tree).isOperable(region),
                !tree.chain(to: region).contains(where: { tree[$0].kind == .scrollView })
            else { continue }
            if AccessibleTree(tree).activationPoint(of: region) != nil { continue }
            let frame = tree.mapToScreen(from: region).box(spec.targetBounds)
            let size = tree.screens[tree[region].screen].size
            // Another warning names regions off the screen.
            guard Rect(0, 0, size.width, size.height).contains(frame.center) else { continue }
            let isStated = spec.accessibility?.activationPoint != nil
            let hit = isStated ? nil : tree.hitTest(frame.center, screen: tree[region].screen)
            warn(
                configuration.mark(region, "accessibility"),
                "element \(quoted(spec.id)) cannot be activated: "
                    + (isStated
                        ? "a touch at its \"activationPoint\" does not hit it" : "\(hit.map(configuration.name) ?? "nothing") takes its touches"))
        }
    }
}

/// A profile for people who do not see the glass, on a screen whose keypads lack a key that they need.
enum MissingKeypad: WarningRule {
    static let id = WarningID.noKeypad

    static func find(in configuration: CheckedConfiguration, _ warn: (Mark, String) -> Void) {
        for (screen, node) in zip(configuration.settings.screens, configuration.root.items("screens")) {
            let actions = Set(screen.keypads.flatMap(\.keys.values))
            let missing = [KeypadAction.next, .previous, .activate].filter { !actions.contains($0) }
            if missing.isEmpty { continue }
            for (profile, entry) in zip(screen.spec.accessibility?.profiles ?? [], node["accessibility"]?.items("profiles") ?? [])
            where profile.explore != nil {
                warn(
                    entry.mark,
                    "no keypad of screen \(quoted(screen.spec.id)) has a key for \(missing.map(\.rawValue).joined(separator: ", ")), so people cannot "
                        + "use profile \(quoted(profile.id)) without the glass; add the keys to a keypad")
            }
        }
    }
}

/// A profile with which fingers explore, on a screen with a panel whose touches other programs get as well.
enum ExploreNotGrabbed: WarningRule {
    static let id = WarningID.exploreNotGrabbed

    static func find(in configuration: CheckedConfiguration, _ warn: (Mark, String) -> Void) {
        for (screen, node) in zip(configuration.settings.screens, configuration.root.items("screens")) {
            // Recordings are for tests, where there are no other programs.
            guard let panel = screen.panels.first(where: { !$0.grab && $0.match.recording == nil }) else { continue }
            for (profile, entry) in zip(screen.spec.accessibility?.profiles ?? [], node["accessibility"]?.items("profiles") ?? [])
            where profile.explore != nil {
                warn(
                    entry.entry("explore")?.mark ?? entry.mark,
                    "fingers explore with profile \(quoted(profile.id)), but panel \(quoted(panel.id)) (line \(panel.mark.line)) is not grabbed, so other "
                        + "programs take the same fingers for touches; set \"grab: exclusive\" for the panel")
            }
        }
    }
}

/// A function that needs two fingers at once.
enum TwoFingerOnly: WarningRule {
    static let id = WarningID.twoFingerOnly

    static func find(in configuration: CheckedConfiguration, _ warn: (Mark, String) -> Void) {
        for (screen, node) in zip(configuration.settings.screens, configuration.root.items("screens")) {
            for (profile, entry) in zip(screen.spec.accessibility?.profiles ?? [], node["accessibility"]?.items("profiles") ?? []) {
                let isForFingers = profile.start.map { if case .fingers = $0 { true } else { false } }
                guard !isForFingers.isEmpty, isForFingers.allSatisfy({ $0 }) else { continue }
                warn(
                    entry.entry("start")?.mark ?? entry.mark,
                    "only several fingers at once start profile \(quoted(profile.id)); add a key, a jack, a corner or a region to its \"start\"")
            }
        }
        for gesture in configuration.gestures
        where configuration.tree.screens[configuration.tree[gesture.region].screen].accessibility != nil
            && GestureTraits(gesture.spec, configuration.settings.gestureDefaults).fingers.lowerBound >= 2
        {
            warn(
                gesture.node.mark,
                "gesture \(quoted(gesture.spec.id)) needs two fingers at once; give the same function to a control, and allow this warning")
        }
    }
}

/// A window with texts of no stated language, so that a program may speak them as those of another one.
enum MissingLanguage: WarningRule {
    static let id = WarningID.noLanguage

    static func find(in configuration: CheckedConfiguration, _ warn: (Mark, String) -> Void) {
        let tree = configuration.tree
        var seen: Set<RegionID> = []
        for region in configuration.elements {
            let element = AccessibleTree(tree).element(region)
            guard element.label != nil, element.language == nil, seen.insert(tree.window(of: region)).inserted else { continue }
            let window = tree.window(of: region)
            warn(
                configuration.mark(region, "accessibility"),
                "the label of \(quoted(element.region)) has no language; add \"accessibility: { language: … }\" to it, or to "
                    + "\(configuration.name(window)) for everything in it")
        }
    }
}

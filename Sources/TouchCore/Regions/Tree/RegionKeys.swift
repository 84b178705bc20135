/// The keys of regions: which region types which key, and which regions cannot have one (contract 8, Typing).
public enum RegionKeys {
    /// Returns the key that a touch types in this region; nil for none. A disabled control types nothing, and neither does a region that a reload
    /// has made sensitive.
    public static func keyCode(of region: RegionID, in tree: borrowing RegionTree) -> UInt16? {
        guard tree.hasKeys, region.isRegion, tree.directory.contains(region) else { return nil }
        let spec = tree.specs[region.slot]
        if spec.kind.isControl && !spec.isEnabled || tree[region].sensitiveRoot != nil { return nil }
        return spec.keyCode
    }

    /// Returns the reason why the region cannot have its `keyCode`; nil if it can (contract 8, Typing).
    ///
    /// - Parameters:
    ///   - spec: the properties that the region has or is to have.
    ///   - isNew: true if the edit gives the region this key. If the region had it before, the list is not checked: a reload may have removed the
    ///     key from `allow`, and other edits must stay possible.
    static func flaw(of region: RegionID, _ spec: RegionSpec, in tree: borrowing RegionTree, isNew: Bool = true) -> String? {
        guard let key = spec.keyCode else { return nil }
        let name = "\"keyCode\" of \"\(tree[region].path)\""
        if let flaw = spec.kind.keyCodeFlaw { return "\(name): \(flaw)" }
        if tree.directory.links[region.slot].childCount > 0 {
            return "\(name): a region with children types no key; give the key to one of the children"
        }
        if tree[region].sensitiveRoot != nil { return "\(name): a region in a sensitive region types no key, because everybody could read it" }
        if !isNew { return nil }
        let screen = tree.screens[tree[region].screen]
        return KeyboardRules.flaw(of: key, screen.keyboard, onScreen: screen.id).map { "\(name): \($0)" }
    }

    /// Returns the reason why one of the regions that edits concern cannot have its `keyCode`; nil if there is none.
    static func flaw(after editor: TreeEditor, in tree: RegionTree) -> String? {
        guard tree.hasKeys else { return nil }
        for region in editor.change(in: tree).described where region.isRegion && tree.directory.contains(region) {
            for place in [region] + (tree[region].parent.map { [$0] } ?? []) {
                let spec = tree.specs[place.slot]
                if let flaw = flaw(of: place, spec, in: tree, isNew: editor.hasNewKey(place, in: tree)) { return flaw }
            }
        }
        return nil
    }

    /// Returns the reason why the region cannot have its new properties because of their `keyCode`; nil if it can, or if it has had this key before.
    static func flaw(of region: RegionID, _ spec: RegionSpec, replacing old: RegionSpec, in tree: borrowing RegionTree) -> String? {
        spec.keyCode == old.keyCode && spec.kind == old.kind ? nil : flaw(of: region, spec, in: tree)
    }

    /// Returns the regions that cannot have their `keyCode`, with the reason. They have it from clients, and a reload has changed what is allowed.
    /// O(regions) if the tree has, or has ever had, a `keyCode`.
    public static func flaws(in tree: borrowing RegionTree) -> [(region: RegionID, reason: String)] {
        guard tree.hasKeys else { return [] }
        var flaws: [(region: RegionID, reason: String)] = []
        for region in tree.directory.regions {
            if let flaw = flaw(of: region, tree.specs[region.slot], in: tree) { flaws.append((region, flaw)) }
        }
        return flaws
    }
}

extension RegionKind {
    /// The reason why no region of this kind can have a `keyCode`; nil if regions of the kind can.
    package var keyCodeFlaw: String? {
        switch self {
        case .surface: "a surface types no key, because applications get its touches; put a region above it"
        case .scrollView: "a scroll view types no key; give the key to a region in it"
        default: nil
        }
    }
}

extension KeyboardRules {
    /// Returns the reason why a screen's keyboard cannot type a key; nil if it can.
    package static func flaw(of key: UInt16, _ rules: KeyboardRules?, onScreen screen: String) -> String? {
        let name = KeyName.name(key)
        if neverTyped.contains(key) { return "\(name) is never typed" }
        guard let rules else { return "screen \"\(screen)\" has no \"keyboard\"; add one that allows \(name)" }
        return rules.allow.contains(key) ? nil : "the keyboard of screen \"\(screen)\" does not allow \(name); add it to \"allow\" there"
    }
}

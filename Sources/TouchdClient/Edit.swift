import JSON

/// An edit of the tree, as in a request.
struct Edit {
    let fields: JSONValue

    var op: String { fields["op"]?.string ?? "" }

    /// The region that the edit names; for an `add` the new region.
    var region: String? { fields["region"]?.string ?? fields["region"]?["id"]?.string }

    var parent: String? { fields["parent"]?.string }

    var gesture: String? { fields["gesture"]?.string }

    /// The regions that an `add` adds, each with its parent.
    var added: [(region: JSONValue, parent: String)] {
        guard op == "add", let region = fields["region"] else { return [] }
        var added = [(region: region, parent: parent ?? "")]
        var next = 0
        while next < added.count {
            let region = added[next].region
            for child in region["children"]?.array ?? [] { added.append((child, region["id"]?.string ?? "")) }
            next += 1
        }
        return added
    }

    var addedNames: [String] { added.compactMap { $0.region["id"]?.string } }

    /// Whether this edit makes an earlier one redundant.
    func replaces(_ earlier: Edit) -> Bool {
        guard earlier.op != "add", region == earlier.region, gesture == earlier.gesture else { return false }
        return switch earlier.op {
        case "set": op == "set" && fields["key"] == earlier.fields["key"]
        case "bringToFront", "sendToBack": ["bringToFront", "sendToBack", "move"].contains(op)
        default: op == earlier.op
        }
    }

    /// Whether the edit concerns the property, as `overridden` names it.
    func isAbout(_ key: String) -> Bool {
        switch op {
        case "set":
            switch fields["key"]?.string {
            case "center": key == "frame"
            case "bounds": ["frame", "bounds", "offset"].contains(key)
            case let own: own == key
            }
        case "move": key == "parent"
        case "setBoundsOrigin": key == "bounds" || key == "offset"
        default: false
        }
    }
}

import TouchCore
import Wire
import Text

/// The regions of a snapshot with their claimants, for people and for programs.
struct RegionList {
    private let regions: [JSONValue]
    /// The clients by the ID that they have claimed; nil if claims are not known.
    private let claims: [String: JSONValue]?

    init(_ regions: [JSONValue], claims: [String: JSONValue]?) { (self.regions, self.claims) = (regions, claims) }

    /// A JSON object for each region: its members in the snapshot, its `frame` on the screen, and its claimant if claims are known.
    var objects: [[UInt8]] {
        regions.map { region in
            var writer = JSONWriter()
            writer.beginObject()
            for key in ["id", "path", "kind", "screen"] {
                writer.key(name: key)
                writer.value(region[key] ?? .null)
            }
            writer.key("frame")
            writer.beginArray()
            let frame = frame(region)
            for number in [frame.minX, frame.minY, frame.size.width, frame.size.height] { writer.number(number) }
            writer.endArray()
            if case .object(let members) = region {
                for (key, value) in members.sorted(by: { $0.key < $1.key }) where !["id", "path", "kind", "screen"].contains(key) {
                    writer.key(name: key)
                    writer.value(value)
                }
            }
            if let claims {
                writer.key("claimedBy")
                writer.beginObject(orNull: claims[region.text("id")], ["pid", "program", "name"])
            }
            writer.endObject()
            return writer.bytes
        }
    }

    func table(isTree: Bool) -> Table {
        var table = Table(isTree ? "REGION" : "PATH", "KIND", "SCREEN", ">X", ">Y", ">WIDTH", ">HEIGHT", "CLAIMED BY")
        let text = MonitorText(paint: Paint(isOn: false))
        for (depth, region) in isTree ? nested : regions.map({ (0, $0) }) {
            let frame = frame(region)
            let numbers = [frame.minX, frame.minY, frame.size.width, frame.size.height].map(text.number)
            let name = isTree ? String(repeating: "  ", count: depth) + region.text("id") : region.text("path")
            table.add([name, region.text("kind"), region.text("screen")] + numbers + [claimant(region)])
        }
        return table
    }

    /// The regions with their depths, each after its parent. A region whose parent is not listed is at the top level.
    private var nested: [(Int, JSONValue)] {
        var children: [String: [JSONValue]] = [:]
        let paths = Set(regions.map { $0.text("path") })
        for region in regions {
            let parent = region.text("path").split(at: "/").dropLast().joined(separator: "/")
            children[paths.contains(parent) ? parent : "", default: []].append(region)
        }
        func list(_ path: String, _ depth: Int) -> [(Int, JSONValue)] {
            (children[path] ?? []).flatMap { [(depth, $0)] + list($0.text("path"), depth + 1) }
        }
        return list("", 0)
    }

    private func claimant(_ region: JSONValue) -> String {
        guard let claims else { return "?" }
        guard let client = claims[region.text("id")] else { return "-" }
        return "\(client["name"]?.string ?? client.text("program")) (\(client.text("pid")))"
    }

    /// The bounding box of a region on the screen.
    private func frame(_ region: JSONValue) -> Rect {
        let bounds = (region["bounds"]?.array ?? []).compactMap(\.number)
        let map = (region["toScreen"]?.array ?? []).compactMap(\.number)
        guard bounds.count == 4, map.count == 6 else { return Rect(0, 0, 0, 0) }
        let corners = [(0.0, 0.0), (1, 0), (0, 1), (1, 1)].map { across, down in
            let (x, y) = (bounds[0] + across * bounds[2], bounds[1] + down * bounds[3])
            return Point(map[0] * x + map[2] * y + map[4], map[1] * x + map[3] * y + map[5])
        }
        let (left, top) = (corners.map(\.x).min()!, corners.map(\.y).min()!)
        return Rect(left, top, corners.map(\.x).max()! - left, corners.map(\.y).max()! - top)
    }
}

extension JSONWriter {
    /// Writes an object with those of the given members that exist, or null if there is no object.
    fileprivate mutating func beginObject(orNull object: JSONValue?, _ keys: [String]) {
        guard let object else { return null() }
        beginObject()
        for key in keys {
            guard let value = object[key] else { continue }
            self.key(name: key)
            self.value(value)
        }
        endObject()
    }
}

import Files
import Glibc
import JSON
import TouchCore

/// The file of values that outlive the service:
/// `{"version":1,"regions":[{"region":"list","offset":[0,220],"zoomScale":1,"configured":{"offset":[0,0],"zoomScale":1}}, …]}`.
enum SavedValues {
    static func write(_ values: [SavedValue]) -> [UInt8] {
        var writer = JSONWriter()
        writer.beginObject()
        writer.key("version")
        writer.integer(1)
        writer.key("regions")
        writer.beginArray()
        for value in values {
            writer.beginObject()
            writer.key("region")
            writer.string(value.region)
            write(value.present, &writer)
            writer.key("configured")
            writer.beginObject()
            write(value.configured, &writer)
            writer.endObject()
            writer.endObject()
        }
        writer.endArray()
        writer.endObject()
        return writer.bytes + [10]
    }

    /// Writes numbers with all their digits, because the next run compares them with the numbers of the configuration.
    private static func write(_ value: SavedValue.Value, _ writer: inout JSONWriter) {
        switch value {
        case .scroll(let offset, let zoomScale):
            writer.key("offset")
            writer.beginArray()
            writer.number(text: "\(offset.x)")
            writer.number(text: "\(offset.y)")
            writer.endArray()
            writer.key("zoomScale")
            writer.number(text: "\(zoomScale)")
        case .number(let number):
            writer.key("value")
            writer.number(text: "\(number)")
        case .isOn(let isOn):
            writer.key("isOn")
            writer.bool(isOn)
        }
    }

    /// Reads the contents of such a file. Returns nil if they are invalid.
    static func read(_ bytes: [UInt8]) -> [SavedValue]? {
        guard let root = try? JSONReader.parse(bytes), root["version"]?.number == 1, let regions = root["regions"]?.array else { return nil }
        var values: [SavedValue] = []
        for one in regions {
            guard let region = one["region"]?.string, let present = value(one), let configured = one["configured"].flatMap(value) else { return nil }
            values.append(SavedValue(region: region, present: present, configured: configured))
        }
        return values
    }

    private static func value(_ node: JSONValue) -> SavedValue.Value? {
        if let number = node["value"]?.number { return number.isFinite ? .number(number) : nil }
        if let isOn = node["isOn"]?.bool { return .isOn(isOn) }
        guard let offset = node["offset"]?.array, offset.count == 2, let x = offset[0].number, let y = offset[1].number,
            let scale = node["zoomScale"]?.number, x.isFinite, y.isFinite, scale.isFinite, scale > 0
        else { return nil }
        return .scroll(offset: Point(x, y), zoomScale: scale)
    }
}

extension StateKeeper<[SavedValue]>.Kind {
    /// The values of scroll views, sliders and switches.
    static var values: Self {
        Self(noun: "the values of the regions", key: "state", interval: 5_000_000, file: { $0.values }, encode: SavedValues.write)
    }
}

extension StateFolder {
    /// The most bytes that are read from a file, more than the values of any tree need.
    static let most = 16 << 20

    /// Restores the values of the last run in the tree of a configuration that has just been read.
    ///
    /// - Returns: a warning, or nil.
    func restoreValues(in tree: inout RegionTree, _ configured: ConfiguredTree, _ waits: (Bool) -> Void) -> String? {
        let bytes: [UInt8]
        do throws(FileError) { bytes = try readFile(values, atMost: Self.most, waits: waits) } catch {
            return error.code == ENOENT ? nil : "the regions start with the values of the configuration: \(values): \(error)"
        }
        guard let saved = SavedValues.read(bytes) else {
            return "the regions start with the values of the configuration: \(values) is not a file of touchd; it will be overwritten"
        }
        SavedValue.restore(saved, in: &tree, configured)
        return nil
    }
}

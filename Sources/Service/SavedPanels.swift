import Files
import Glibc
import JSON
import TouchCore

/// The file of known panels: `{"version":1,"panels":[{"panel":"main-0","name":"ELO","bus":3,"vendor":1267,"product":9,"version":1,"keys":[330],
/// "axes":[[53,0,4095,0,0,10], …],"calibration":[1,0,0,0,1,0]}]}`. An axis has its code, minimum, maximum, fuzz, flat and resolution.
enum SavedPanels {
    /// The number of panels that are kept.
    static let limit = 256

    static func write(_ panels: [KnownPanel]) -> [UInt8] {
        var writer = JSONWriter()
        writer.beginObject()
        writer.key("version")
        writer.integer(1)
        writer.key("panels")
        writer.beginArray()
        for panel in panels.prefix(limit) { write(panel, &writer) }
        writer.endArray()
        writer.endObject()
        return writer.bytes + [10]
    }

    private static func write(_ panel: KnownPanel, _ writer: inout JSONWriter) {
        let description = panel.description
        writer.beginObject()
        writer.key("panel")
        writer.string(panel.id)
        writer.key("name")
        writer.string(description.name)
        writer.key("bus")
        writer.integer(Int(description.bus))
        writer.key("vendor")
        writer.integer(Int(description.vendor))
        writer.key("product")
        writer.integer(Int(description.product))
        writer.key("version")
        writer.integer(Int(description.version))
        writer.key("keys")
        writer.beginArray()
        for key in description.keys.sorted() { writer.integer(Int(key)) }
        writer.endArray()
        writer.key("axes")
        writer.beginArray()
        for code in 0..<UInt16(AbsCode.count) {
            guard let axis = description[axis: code] else { continue }
            writer.beginArray()
            writer.integer(Int(code))
            for number in [axis.minimum, axis.maximum, axis.fuzz, axis.flat, axis.resolution] { writer.integer(Int(number)) }
            writer.endArray()
        }
        writer.endArray()
        writer.key("calibration")
        writer.beginArray()
        let matrix = panel.calibration
        // All digits are written, because a rounded matrix may have no inverse, and the file would be invalid.
        for number in [matrix.a, matrix.b, matrix.tx, matrix.c, matrix.d, matrix.ty] { writer.number(text: "\(number)") }
        writer.endArray()
        writer.endObject()
    }

    /// Reads the contents of such a file. Returns nil if any part is invalid.
    static func read(_ bytes: [UInt8]) -> [KnownPanel]? {
        guard let root = try? JSONReader.parse(bytes), root["version"]?.number == 1, let panels = root["panels"]?.array, panels.count <= limit
        else { return nil }
        let known = panels.compactMap(panel)
        return known.count == panels.count && Set(known.map(\.id)).count == known.count ? known : nil
    }

    private static func panel(_ node: JSONValue) -> KnownPanel? {
        guard let id = node["panel"]?.string, let name = node["name"]?.string, let bus: UInt16 = whole(node["bus"]),
            let vendor: UInt16 = whole(node["vendor"]), let product: UInt16 = whole(node["product"]), let version: UInt16 = whole(node["version"]),
            let keys = node["keys"]?.array, let axes = node["axes"]?.array, let matrix = node["calibration"]?.array?.compactMap(\.number),
            matrix.count == 6
        else { return nil }
        var description = PanelDescription(name: name, bus: bus, vendor: vendor, product: product, version: version)
        for key in keys {
            guard let code: UInt16 = whole(key) else { return nil }
            description.keys.insert(code)
        }
        for axis in axes {
            let numbers = axis.array?.compactMap { whole($0) as Int32? } ?? []
            guard numbers.count == 6, let code = UInt16(exactly: numbers[0]), code < AbsCode.count, numbers[1] <= numbers[2], numbers[5] >= 0,
                code != AbsCode.mtSlot || numbers[1] == 0 && numbers[2] < 1024
            else { return nil }
            description[axis: code] = AxisInfo(
                minimum: numbers[1], maximum: numbers[2], fuzz: numbers[3], flat: numbers[4], resolution: numbers[5])
        }
        let calibration = AffineTransform(a: matrix[0], b: matrix[1], c: matrix[3], d: matrix[4], tx: matrix[2], ty: matrix[5])
        return calibration.isUsable ? KnownPanel(id: id, description: description, calibration: calibration) : nil
    }

    private static func whole<Number: FixedWidthInteger>(_ node: JSONValue?) -> Number? { node?.number.flatMap { Number(exactly: $0) } }

    /// The reason why no panel is known.
    struct Failure: Error { let message: String }

    /// Returns the saved panels; none if there is no file yet.
    static func load(from folder: StateFolder, _ waits: (Bool) -> Void) -> Result<[KnownPanel], Failure> {
        let bytes: [UInt8]
        do throws(FileError) { bytes = try readFile(folder.panels, atMost: StateFolder.most, waits: waits) } catch {
            return error.code == ENOENT
                ? .success([]) : .failure(Failure(message: "the descriptions of panels are not known: \(folder.panels): \(error)"))
        }
        if let saved = read(bytes) { return .success(saved) }
        return .failure(
            Failure(message: "the descriptions of panels are not known: \(folder.panels) is not a file of touchd; it will be overwritten"))
    }

    /// Descriptions of panels. They change only when another panel is plugged in.
    static var kind: StateKeeper<[KnownPanel]>.Kind {
        StateKeeper.Kind(noun: "the descriptions of panels", key: nil, interval: 1_000_000, file: { $0.panels }, encode: write)
    }
}

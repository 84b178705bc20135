import Glibc
import Testing

@testable import Configuration

/// Files of the repository, located relative to this file.
enum Fixtures {
    static let here = String(#filePath.dropLast("/Fixtures.swift".count))
    static let repository = String(here.dropLast("/Tests/ConfigurationTests".count))

    static func read(_ path: String) throws -> [UInt8] {
        guard let file = fopen(path, "r") else { throw ConfigurationFileError(path: path, code: errno) }
        defer { fclose(file) }
        var text: [UInt8] = []
        var chunk = [UInt8](repeating: 0, count: 1 << 16)
        while case let count = fread(&chunk, 1, chunk.count, file), count > 0 { text += chunk[..<count] }
        return text
    }

    static func files(in directory: String, ending: String = "") -> [String] {
        guard let stream = opendir(directory) else { return [] }
        defer { closedir(stream) }
        var names: [String] = []
        while let entry = readdir(stream) {
            let name = withUnsafePointer(to: &entry.pointee.d_name) {
                $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
            }
            if !name.hasPrefix("."), name.hasSuffix(ending) { names.append(name) }
        }
        return names.sorted().map { "\(directory)/\($0)" }
    }
}

/// The diagnostics of a text as `touchctl check` prints them.
func diagnostics(_ text: String) -> [String] {
    readConfiguration(Array(text.utf8), file: "f").diagnostics.map(\.description)
}

func errors(_ result: ConfigurationResult) -> [String] {
    result.diagnostics.filter { $0.severity == .error }.map(\.description)
}

import Glibc
import Testing

@testable import Bridge

@Suite struct EditedFileTests {
    private let folder: String
    private let file: EditedFile

    init() throws {
        var template = Array("/tmp/touchd-edited-XXXXXX".utf8CString)
        folder = String(cString: try #require(mkdtemp(&template)))
        file = EditedFile(path: folder + "/touchd.yaml")
        try write("version: 1\n")
    }

    /// Changes the file as another program does.
    private func write(_ text: String) throws {
        let stream = try #require(fopen(file.path, "w"))
        fputs(text, stream)
        fclose(stream)
    }

    private var names: [String] {
        guard let folder = opendir(folder) else { return [] }
        defer { closedir(folder) }
        var names: [String] = []
        while let entry = readdir(folder) {
            names.append(withUnsafePointer(to: &entry.pointee.d_name) { String(cString: UnsafeRawPointer($0).assumingMemoryBound(to: CChar.self)) })
        }
        return names.sorted()
    }

    @Test func `a written file has the tag that the writer gets`() throws {
        let old = try #require(file.tag)
        let new = try file.write(Array("version: 2\n".utf8), replacing: old)
        #expect(new == file.tag && new != old)
        #expect(try file.read() == Array("version: 2\n".utf8))
        #expect(names == [".", "..", "touchd.yaml"])
    }

    @Test func `a file that another program has changed stays as it is`() throws {
        let old = try #require(file.tag)
        try write("version: 1 # mine\n")
        #expect(try file.write(Array("version: 2\n".utf8), replacing: old) == nil)
        #expect(try file.read() == Array("version: 1 # mine\n".utf8))
        #expect(names == [".", "..", "touchd.yaml"])
    }
}

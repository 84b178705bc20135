import Text

/// The file that a request's path names. It does not look into the file system, so the file may not exist.
enum PagePath: Equatable {
    /// The file's two paths: `installed` is in the folder of installed pages and equals the requested path.
    case file(installed: String, inRepository: String, type: String)
    case redirect(String)

    private static let types = [
        "html": "text/html; charset=utf-8", "js": "text/javascript; charset=utf-8", "css": "text/css; charset=utf-8", "json": "application/json",
        "png": "image/png", "svg": "image/svg+xml", "webmanifest": "application/manifest+json", "woff2": "font/woff2",
        "d.ts": "text/plain; charset=utf-8",
    ]

    /// Parses a path. Returns nil if it is not served.
    ///
    /// - Parameter isAdmin: whether the pages for people are served.
    init?(_ uri: String, isAdmin: Bool) {
        let path = uri.split(at: "?", maxSplits: 1, omittingEmptySubsequences: false)[0]
        guard path.utf8.first == UInt8(ascii: "/"), path.utf8.count <= 256, path.utf8.allSatisfy({ isAllowed($0) }) else { return nil }
        var parts = path.split(at: "/", omittingEmptySubsequences: false).dropFirst().map(String.init)
        if parts == [""] {
            if !isAdmin {
                self = .redirect("/examples/web/")
                return
            }
            parts = ["index.html"]
        }
        if parts.last == "" { parts[parts.count - 1] = "index.html" }
        guard !parts.contains(where: { $0.isEmpty || $0.begins(with: ".") }) else { return nil }
        guard let folder = Self.folder(parts, isAdmin) else { return nil }
        guard let name = parts.last, let dot = name.unicodeScalars.firstIndex(of: ".") else {
            self = .redirect("/" + parts.joined(separator: "/") + "/")
            return
        }
        let ending = name.ends(with: ".d.ts") ? "d.ts" : String(name.split(at: ".").last ?? name[dot...])
        guard let type = Self.types[ending] else { return nil }
        let asked = parts.joined(separator: "/")
        self = .file(installed: asked, inRepository: folder + asked, type: type)
    }

    /// The path's folder in the repository; nil if the path is not served.
    private static func folder(_ parts: [String], _ isAdmin: Bool) -> String? {
        switch parts[0] {
        case let name where name == "touchd.js" || name == "touchd.d.ts" || (name.begins(with: "touchd-") && name.ends(with: ".js")):
            parts.count == 1 ? "clients/web/" : nil
        case "examples": parts.count > 1 && parts[1] == "web" ? "" : nil
        case "index.html" where isAdmin: parts.count == 1 ? "pages/" : nil
        case "shared", "live", "editor", "calibrate": isAdmin ? "pages/" : nil
        // The editor's help texts.
        case "touchd.schema.json" where isAdmin: parts.count == 1 ? "config/" : nil
        // The editor's YAML reader, from the Debian package node-yaml. It is copied when the pages are installed.
        case "vendor" where isAdmin: parts.count > 2 && parts[1] == "yaml" ? "pages/" : nil
        default: nil
        }
    }
}

private func isAllowed(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "0")...UInt8(ascii: "9"): true
    case UInt8(ascii: "/"), UInt8(ascii: "."), UInt8(ascii: "-"), UInt8(ascii: "_"): true
    default: false
    }
}

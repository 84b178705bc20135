import Glibc

/// Why a user other than root could change the contents of the file; nil if only root can. Links are refused: a link on the way may belong to another
/// user, who can redirect it before the file is read.
func othersMayWrite(_ path: String) -> String? {
    guard let resolved = realpath(path, nil) else { return nil }  // the caller's read says why
    defer { free(resolved) }
    var place = String(cString: resolved)
    if place != path { return "the path is relative or leads through a link; give the file itself, \(place)" }
    while true {
        var status = stat()
        guard stat(place, &status) == 0 else { return "\(place): \(String(cString: strerror(errno)))" }
        if status.st_uid != 0 { return "\(place) does not belong to root; chown root \(place)" }
        if status.st_mode & 0o022 != 0 { return "other users may write \(place); chmod go-w \(place)" }
        if place == "/" { return nil }
        let parent = place.utf8[..<place.utf8.lastIndex(of: UInt8(ascii: "/"))!]
        place = parent.isEmpty ? "/" : String(Substring(parent))
    }
}

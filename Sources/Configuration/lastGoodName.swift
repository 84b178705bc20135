import Text

/// Returns the name of the file that keeps the last good state of a configuration file. Each configuration file has a separate copy, because the copy of
/// another file is no substitute. Returns nil if the path of the configuration file is too long to become a file name.
///
/// - Parameter file: the absolute path of the configuration file.
public func lastGoodName(of file: String) -> String? {
    let name = file.split(at: "/").joined(separator: "%2F")
    return name.utf8.count > 200 ? nil : "last-good-\(name)"
}

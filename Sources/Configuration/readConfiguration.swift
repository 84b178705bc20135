import StrictYAML
import TouchCore

/// The result of reading a configuration.
public struct ConfigurationResult: Equatable, Sendable {
    /// The settings; nil if and only if `diagnostics` has an error.
    public var settings: Settings?
    /// Errors and warnings, in the order of their places in the file.
    public var diagnostics: [Diagnostic]
    /// The number of warnings, including those that are not in `diagnostics`.
    public var warningCount: Int

    public init(settings: Settings?, diagnostics: [Diagnostic], warningCount: Int) {
        self.settings = settings
        self.diagnostics = diagnostics
        self.warningCount = warningCount
    }
}

/// Reads and checks a configuration: strict YAML in UTF-8, of which JSON is a subset.
///
/// Finds all errors, not only the first one, except that a syntax error ends the reading.
/// - Parameter file: the name for diagnostics; no file is opened.
/// - Complexity: O(bytes), plus sorting the diagnostics.
public func readConfiguration(_ text: [UInt8], file: String) -> ConfigurationResult { readConfiguration(text, file: file) { _, _, _, _ in } }

/// Reads and checks a configuration, and warns of valid parts that cannot work.
///
/// - Parameter scales: returns the number of points of the screen per mm of the glass, along x and along y, by panel ID, for panels that are present
///   and report their size.
/// - Parameter isForThisSystem: true if the file is for touchd on this system, which refuses unknown users and groups. They are errors then, which no
///   comment allows.
public func checkConfiguration(
    _ text: [UInt8], file: String, isForThisSystem: Bool = false, scales: (Settings) -> [String: Size] = { _ in [:] }
) -> ConfigurationResult {
    readConfiguration(text, file: file) { settings, root, allowed, log in
        for fault in allowed.faults { log.warning(fault.mark, .unknownAllow, fault.message) }
        for account in settings.unknownAccounts(file: file, severity: isForThisSystem ? .error : .warning) {
            if isForThisSystem { log.error(account.mark, account.message) } else { log.warning(account.mark, .unknownAccount, account.message) }
        }
        let configuration = CheckedConfiguration(settings, root, scales: scales(settings))
        for rule in WarningRules.all { rule.find(in: configuration) { log.warning($0, rule.id, $1) } }
    }
}

/// Reads and checks a configuration.
///
/// - Parameter more: called with a valid configuration for further checks.
private func readConfiguration(
    _ text: [UInt8], file: String, more: (Settings, YAMLNode, AllowedWarnings, DiagnosticLog) -> Void
) -> ConfigurationResult {
    let log = DiagnosticLog(file: file)
    var settings: Settings?
    if let root = DocumentReader.read(text, log: log) {
        let allowed = AllowedWarnings(text, root)
        log.allows = allowed.contains
        var validator = ShapeValidator(Shapes.format, log: log)
        validator.validate(root, Shapes.Name.configuration)
        var decoder = SettingsDecoder(log: log)
        settings = decoder.settings(root)
        if let settings, !log.hasErrors { more(settings, root, allowed, log) }
    }
    return ConfigurationResult(settings: log.hasErrors ? nil : settings, diagnostics: log.inSourceOrder, warningCount: log.warningCount)
}

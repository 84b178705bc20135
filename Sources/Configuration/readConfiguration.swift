import TouchCore

/// What reading a configuration gives.
public struct ConfigurationResult: Equatable, Sendable {
    /// nil if and only if `diagnostics` holds an error.
    public var settings: Settings?
    /// Errors and warnings, by their place in the file.
    public var diagnostics: [Diagnostic]
    /// Also those that are not among the diagnostics.
    public var warningCount: Int

    public init(settings: Settings?, diagnostics: [Diagnostic], warningCount: Int) {
        self.settings = settings
        self.diagnostics = diagnostics
        self.warningCount = warningCount
    }
}

/// Reads and checks a configuration: strict YAML in UTF-8, of which JSON is a subset.
///
/// All errors are found, not only the first; after a syntax error there is nothing to go on with.
/// - Parameter file: The name that diagnostics carry; nothing is opened.
/// - Complexity: O(bytes), but for sorting the diagnostics.
public func readConfiguration(_ text: [UInt8], file: String) -> ConfigurationResult { readConfiguration(text, file: file) { _, _, _ in } }

/// The same, and looks for what is valid and cannot work.
///
/// - Parameter scales: how many points of the screen a mm of the glass is, along x and along y, of panels that are present and say how large
///   they are, by their ids.
public func checkConfiguration(_ text: [UInt8], file: String, scales: (Settings) -> [String: Size] = { _ in [:] }) -> ConfigurationResult {
    readConfiguration(text, file: file) { settings, root, log in
        for fault in log.allowed.faults { log.warning(fault.mark, .unknownAllow, fault.message) }
        for account in settings.unknownAccounts(file: file, severity: .warning) { log.warning(account.mark, .unknownAccount, account.message) }
        let configuration = CheckedConfiguration(settings, root, scales: scales(settings))
        for rule in WarningRules.all { rule.find(in: configuration) { log.warning($0, rule.id, $1) } }
    }
}

/// - Parameter more: what else there is to do with a valid configuration.
private func readConfiguration(_ text: [UInt8], file: String, more: (Settings, YAMLNode, DiagnosticLog) -> Void) -> ConfigurationResult {
    let log = DiagnosticLog(file: file)
    var settings: Settings?
    if let root = DocumentReader.read(text, log: log) {
        log.allowed = AllowedWarnings(text, root)
        var validator = ShapeValidator(Shapes.format, log: log)
        validator.validate(root, Shapes.Name.configuration)
        var decoder = SettingsDecoder(log: log)
        settings = decoder.settings(root)
        if let settings, !log.hasErrors { more(settings, root, log) }
    }
    return ConfigurationResult(settings: log.hasErrors ? nil : settings, diagnostics: log.inSourceOrder, warningCount: log.warningCount)
}

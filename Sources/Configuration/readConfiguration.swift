/// What reading a configuration gives.
public struct ConfigurationResult: Equatable, Sendable {
    /// nil if and only if `diagnostics` holds an error.
    public var settings: Settings?
    /// Errors and warnings, by their place in the file.
    public var diagnostics: [Diagnostic]

    public init(settings: Settings?, diagnostics: [Diagnostic]) {
        self.settings = settings
        self.diagnostics = diagnostics
    }
}

/// Reads and checks a configuration: strict YAML in UTF-8, of which JSON is a subset.
///
/// All errors are found, not only the first; after a syntax error there is nothing to go on with.
/// - Parameter file: The name that diagnostics carry; nothing is opened.
/// - Complexity: O(bytes), but for sorting the diagnostics.
public func readConfiguration(_ text: [UInt8], file: String) -> ConfigurationResult {
    let log = DiagnosticLog(file: file)
    var settings: Settings?
    if let root = DocumentReader.read(text, log: log) {
        var validator = ShapeValidator(Shapes.format, log: log)
        validator.validate(root, Shapes.Name.configuration)
        var decoder = SettingsDecoder(log: log)
        settings = decoder.settings(root)
    }
    return ConfigurationResult(settings: log.hasErrors ? nil : settings, diagnostics: log.inSourceOrder)
}

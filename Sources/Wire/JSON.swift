// Modules that read lines of the protocol also need the JSON values.
@_exported import JSON

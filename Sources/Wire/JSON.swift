// Whoever reads the protocol's lines reads their values.
@_exported import JSON

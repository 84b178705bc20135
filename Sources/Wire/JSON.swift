// A module that reads the protocol's lines reads their values as well.
@_exported import JSON

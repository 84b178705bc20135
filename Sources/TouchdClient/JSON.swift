// Keys of a line without a property here are JSON values, and requests are built from JSON values.
@_exported import JSON

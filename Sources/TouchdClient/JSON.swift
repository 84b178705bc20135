// Keys of a line without a name here are JSON values, and requests are made of them.
@_exported import JSON

// What a line says beyond what has a name here is in JSON values, and requests are written with them.
@_exported import JSON

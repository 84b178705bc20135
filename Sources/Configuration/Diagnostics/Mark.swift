import YAML

/// A place in a configuration file.
public typealias Mark = YAML.Mark

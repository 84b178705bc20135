import Text

/// A place in a configuration file.
public typealias Mark = Text.Mark

/// Where the admin socket is when nobody says where: in the events socket's folder, and never where another daemon has its own.
public func adminSocketPath(besides events: String) -> String {
    let name = "events.sock"
    let isUsual = events.utf8.elementsEqual(name.utf8) || events.hasSuffix("/" + name)
    return isUsual ? events.dropLast(name.utf8.count) + "admin.sock" : events + ".admin"
}

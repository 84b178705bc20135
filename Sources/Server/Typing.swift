import TouchCore
import Wire

/// Clients that type on the keyboards of screens.
final class Typing: ServerPart {
    unowned let server: Publisher
    /// The screens on which each client has typed, by client number.
    private var screens: [Int: Set<String>] = [:]

    init(_ server: Publisher) { self.server = server }

    /// Types all keys of a request, or none.
    func type(_ client: Client, _ keys: [KeyChange], screen name: String?, _ id: JSONValue?) throws(RequestError) {
        do {
            let screen = try screenNumber(name)
            let screenID = router.tree.screens[screen].id
            try client.rights.check(.type, onScreen: screenID, client)
            try router.typist.type(keys, onScreen: screen, by: client.number)
            screens[client.number, default: []].insert(screenID)
        } catch { throw error.withID(id) }
        reply(client, id)
    }

    /// Releases the keys of a client that is gone.
    func release(allOf client: Client) {
        if screens.removeValue(forKey: client.number) != nil { router.typist.release(allOf: client.number, onScreen: nil) }
    }

    /// Releases the keys of connected clients that have lost the right to type there.
    func applyAccessRules() {
        for client in clients {
            for screen in screens[client.number] ?? [] where !client.rights.has(.type, onScreen: screen) {
                screens[client.number]!.remove(screen)
                router.typist.release(allOf: client.number, onScreen: screen)
            }
        }
    }
}

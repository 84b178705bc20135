import Configuration
import Glibc
import Server
import Sockets

/// The daemon's two sockets: the service manager's, where it passes any, else bound here.
extension Daemon {
    private var socketPath: String {
        options.socket ?? SocketPath.inEnvironment ?? settings.server.socket ?? SocketPath.usual
    }

    private func adminSocketPath(besides events: String) -> String {
        options.adminSocket ?? SocketPath.adminInEnvironment ?? settings.server.admin ?? SocketPath.admin(besides: events)
    }

    func openSockets() throws(StartFailure) -> [Listener] {
        let events = settings.server.permissions
        let admin = settings.server.adminPermissions
        do {
            let passed = try SocketActivation()
            if let socket = passed.events { note(socket, wanted: options.socket ?? settings.server.socket) }
            if let socket = passed.admin { note(socket, wanted: options.adminSocket ?? settings.server.admin) }
            let (eventsGroup, adminGroup) = (events.group?.group, admin.group?.group)
            let first = try passed.events
                ?? Listener(path: socketPath, Listener.Permissions(mode: events.mode ?? 0o660, group: eventsGroup))
            do {
                let mode = admin.mode ?? (adminGroup == nil ? 0o600 : 0o660)
                return [
                    first,
                    try passed.admin
                        ?? Listener(path: adminSocketPath(besides: first.path), role: .admin, Listener.Permissions(mode: mode, group: adminGroup)),
                ]
            } catch {
                first.close()
                throw error
            }
        } catch let error as Listener.Failure {
            throw StartFailure(
                message: error.description, status: error.isPermission ? StartFailure.permission : StartFailure.unavailable)
        } catch {
            throw StartFailure(message: "\(error)", status: StartFailure.unavailable)
        }
    }

    private func note(_ passed: Listener, wanted: String?) {
        guard let wanted, wanted != passed.path else { return }
        Log.warning("the service manager's \(passed.role.rawValue) socket is \(passed.path), not \(wanted): its unit decides")
    }
}

import Testing

@testable import TouchCore

/// Tests `Recipients` alone: region 0 is an interceptor, the others are views.
@Suite struct RecipientsTests {
    private func isInterceptor(_ region: RegionID) -> Bool { region == 0 }

    private func recipients(_ receivers: RegionID...) -> Recipients {
        var recipients = Recipients()
        for receiver in receivers { recipients.add(receiver) }
        return recipients
    }

    private let began = Touch(id: TouchID.first, time: 0, location: Point(0, 0), axes: TouchAxes(), tapCount: 1)

    @Test func `receivers are told in the order in which they were added, each once`() {
        let all = recipients(2, 0, 2, 1, 0)
        #expect(all.current == [2, 0, 1] && all.first == 2 && all.others == [0, 1])
        #expect(all.fault == nil)
    }

    @Test func `a translucent region counts the touch as its finger besides the tracker`() {
        var all = recipients(1)
        all.track(1)
        all.add(translucent: 2)
        all.add(translucent: 2)
        #expect(all.current == [1, 2])
        #expect(all.firstTracker { _ in true } == 1 && all.firstTracker { $0 == 2 } == 2)
    }

    @Test func `a delayed begin is told late, after receivers that were told at once`() {
        var all = recipients(0, 1, 2)
        all.delay(began, until: 100, pending: [0], except: isInterceptor)
        #expect(all.current == [0] && all.delayed?.receivers == [1, 2] && all.all == [0, 1, 2])
        all.release()
        #expect(all.current == [0, 1, 2] && all.delayed == nil && !all.isSilent)
    }

    @Test func `who waits for nobody is not delayed`() {
        var all = recipients(0)
        all.delay(began, until: .max, pending: [], except: isInterceptor)
        #expect(all.delayed == nil && all.current == [0])
    }

    @Test func `a touch that all receivers wait for is silent until it is released`() {
        var all = recipients(1)
        all.delay(began, until: .max, pending: [], except: isInterceptor)
        #expect(all.isSilent && all.fault == nil)
        all.release()
        #expect(!all.isSilent && all.current == [1])
    }

    @Test func `interceptors decide until the deadline and not from it on`() {
        var all = recipients(0, 1)
        all.delay(began, until: 100, pending: [0], except: isInterceptor)
        all.expire(until: 99)
        #expect(all.delayed?.pendingInterceptors == [0])
        all.expire(until: 100)
        #expect(all.delayed?.pendingInterceptors == [] && all.delayed?.deadline == .max)
    }

    @Test func `an interceptor that lets go leaves the others to decide`() {
        var all = recipients(0, 1)
        all.delay(began, until: 100, pending: [0, 3], except: isInterceptor)
        all.decline { $0 == 3 }
        #expect(all.delayed?.pendingInterceptors == [0] && all.delayed?.deadline == 100)
    }

    @Test func `a gesture takes a touch from views, told or waiting, and not from interceptors`() {
        var all = recipients(0, 1, 2)
        all.track(1)
        let losing = all.takeFromViews(isInterceptor)
        #expect(losing == [1, 2] && all.current == [0] && all.tracker == nil && !all.isSilent)
        var waiting = recipients(1)
        waiting.delay(began, until: .max, pending: [], except: isInterceptor)
        #expect(waiting.takeFromViews(isInterceptor).isEmpty && waiting.delayed == nil && waiting.isSilent)
    }

    @Test func `a touch that is nobody's stays visible to observers when a gesture takes it`() {
        var nobodys = Recipients()
        nobodys.bind()
        #expect(nobodys.takeFromViews(isInterceptor).isEmpty && !nobodys.isSilent)
    }

    @Test func `an interceptor that takes a touch over has it alone`() {
        var all = recipients(0, 1, 2)
        all.track(1)
        all.bind()
        #expect(all.steal(by: 0) == [1, 2])
        #expect(all.current == [0] && all.isStolen && all.tracker == nil && !all.isBound && all.fault == nil)
    }

    @Test func `receivers that are dropped leave the touch to the others`() {
        var all = recipients(1, 2, 3)
        #expect(all.drop { $0 == 1 } == [1] && all.current == [2, 3])
        #expect(all.drop { $0 == 1 }.isEmpty)
    }

    @Test func `a bound touch without receivers is silent`() {
        var all = recipients(1)
        all.bind()
        _ = all.drop { _ in true }
        #expect(all.isSilent && all.fault == nil)
    }

    @Test func `an ended touch is nobody's finger, and interceptors do not wait for its end`() {
        var all = recipients(0, 1)
        all.track(1)
        all.add(translucent: 2)
        all.end(isInterceptor)
        #expect(all.current == [1, 2] && all.firstTracker { _ in true } == nil)
    }

    @Test func `copies share nothing that changes`() {
        var one = recipients(1, 2, 3)
        let other = one
        _ = one.drop { $0 == 3 }
        #expect(one.current == [1, 2] && other.current == [1, 2, 3])
    }

    @Test func `receivers that are not in the tree any more are forgotten`() {
        var all = recipients(0, 1, 2)
        all.track(1)
        all.delay(began, until: 100, pending: [0], except: isInterceptor)
        all.forget(where: { $0 == 1 }, at: 50)
        #expect(all.current == [0] && all.tracker == nil && all.delayed?.receivers == [2] && all.delayed?.deadline == 100)
        all.forget(where: { $0 == 0 }, at: 50)
        #expect(all.delayed?.pendingInterceptors == [] && all.delayed?.deadline == 50, "nobody is left to decide: it is due")
    }
}

/// Where the regions of a tree are in the one that replaces it, by their ids.
struct TreeReplacement {
    let old: RegionTree
    let new: RegionTree

    /// A region's index in the new tree; nil when it is not in it.
    func moved(_ region: RegionIndex) -> RegionIndex? {
        guard let index = new.index(ofID: old[region].id) else { return nil }
        // An interceptor or a controller is not the region that had its name.
        if region < old.regionCount { return index < new.regionCount ? index : nil }
        return new[index].kind == old[region].kind && (new.home(index) == nil) == (old.home(region) == nil) ? index : nil
    }

    /// The same of a control that goes on tracking its finger; one of another kind is another control.
    func staying(_ control: RegionIndex) -> RegionIndex? {
        moved(control).flatMap { new.isControl($0) && new[$0].kind == old[control].kind ? $0 : nil }
    }

    /// Whether a recognizer has a place in the new tree: not if its gesture is not in it, is disabled, or of another type, and not with
    /// a finger in what is sensitive now while it is outside.
    func keeps(_ recognizer: Recognizer) -> Bool {
        let record = old.gestures.records[Int(recognizer.index)]
        guard let place = new.gestures.records.firstIndex(where: { $0.id == record.id }) else { return false }
        return new.gestures.records[place].type == record.type && new.gestures.specs[place].isEnabled
            && new[new.gestures.records[place].region].id == old[record.region].id
            && !recognizer.hasFinger { target in
                moved(target).map { new.isKept($0, from: new.gestures.records[place].region) } ?? false
            }
    }
}

extension RegionTree {
    /// The region that gets another's touches while no client has claimed that; itself, if it needs none.
    func standIn(for target: RegionID) -> RegionID {
        guard special.contains(.fallback) else { return target }
        var asked: [RegionID] = [target]
        while let region = asked.last, !ownership.isClaimed(region),
            let next = self.region(ofID: specs[region.slot].fallback)
        {
            if asked.contains(next) { return target }  // a circle: nobody stands in for anybody
            asked.append(next)
        }
        return asked.last!
    }
}

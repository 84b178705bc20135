import Testing
import Wire

@testable import touchctl

@Suite struct `A list of regions` {
    private static let regions = try! JSONReader.parse(
        Array(
            """
            [{"id":"kiosk","path":"kiosk","kind":"window","screen":"main","bounds":[0,0,100,200],"toScreen":[1,0,0,1,0,0]},
             {"id":"map","path":"kiosk/map","kind":"view","screen":"main","bounds":[5,5,10,20],"toScreen":[0,2,-2,0,50,60],"refuses":true},
             {"id":"pin","path":"kiosk/map/pin","kind":"view","screen":"main","bounds":[0,0,1,1],"toScreen":[1,0,0,1,0.25,0]},
             {"id":"row","path":"kiosk/hidden/row","kind":"view","screen":"main","bounds":[0,0,1,1],"toScreen":[1,0,0,1,0,0]}]
            """.utf8)
    ).array!

    private func lines(isTree: Bool, claims: [String: JSONValue]?) -> [String] {
        RegionList(Self.regions, claims: claims).table(isTree: isTree).lines(fitting: nil)
    }

    @Test func `a region has its path, the box around it on the screen, and who has claimed it`() {
        #expect(
            lines(isTree: false, claims: ["map": ["pid": 7, "name": "the map", "program": "python3"], "pin": ["pid": 8, "program": "node"]]) == [
                "PATH              KIND    SCREEN     X   Y  WIDTH  HEIGHT  CLAIMED BY",
                "kiosk             window  main       0   0    100     200  -",
                "kiosk/map         view    main       0  70     40      20  the map (7)",
                "kiosk/map/pin     view    main    0.25   0      1       1  node (8)",
                "kiosk/hidden/row  view    main       0   0      1       1  -",
            ])
        #expect(lines(isTree: false, claims: nil)[1].hasSuffix("  ?"))
    }

    @Test func `in a tree what lies in a region is indented below it`() {
        #expect(lines(isTree: true, claims: [:]).map { $0.prefix(9) } == ["REGION   ", "kiosk    ", "  map    ", "    pin  ", "row      "])
    }

    @Test func `for programs a region is an object with all that the snapshot says`() throws {
        let claims: [String: JSONValue] = ["map": ["pid": 7, "name": "m", "claims": ["map"]]]
        let map = try JSONReader.parse(RegionList(Self.regions, claims: claims).objects[1])
        #expect(map["frame"] == [0, 70, 40, 20] && map["refuses"] == true && map["path"] == "kiosk/map")
        #expect(map["claimedBy"] == ["pid": 7, "name": "m"])
        #expect(try JSONReader.parse(RegionList(Self.regions, claims: claims).objects[0])["claimedBy"] == .null)
        #expect(try JSONReader.parse(RegionList(Self.regions, claims: nil).objects[0])["claimedBy"] == nil)
    }
}

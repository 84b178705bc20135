// clients/web/touchd-requests.js: the edits of a followed page, and what follows if touchd refuses them.
import assert from "node:assert/strict";
import { beforeEach, mock, test } from "node:test";
import { Followed, Region } from "../../../clients/web/touchd-regions.js";
import { Requests } from "../../../clients/web/touchd-requests.js";

/** A followed page without a browser: `frame` sends what waits, and touchd's replies come with `answer`. */
class Page {
  lines = []; waiting = []; byID = new Map(); measures = 0;
  #answered = 0; #queue = [];

  constructor() {
    const page = this.#followed("page", null);
    this.edits = {
      next: (most) => this.#queue.splice(0, most),
      remove: ({ id }) => this.#queue.push({ op: "remove", region: id }),
      end: (region) => { region.isThere = false; },
      withdraw: (id) => { this.#queue = this.#queue.filter(({ op, region }) => op !== "remove" || region !== id); },
    };
    this.requests = new Requests({ client: { edit: (edits) => this.lines.push(edits), request() {} }, edits: this.edits, byID: this.byID, page,
      measure: () => { this.measures += 1; }, again: () => this.#again() });
    this.add("page");
    this.frame();
    this.answer();
  }

  #followed(id, element) {
    const followed = new Followed(element);
    followed.isTouch = Boolean(element);
    followed.regions.push(new Region(id, followed));
    this.byID.set(id, followed.regions[0]);
    return followed;
  }
  #again() {
    this.requests.reset();
    for (const region of this.byID.values()) region.isThere = false;
    this.#queue = [];
  }
  followed(id) { return this.byID.get(id)?.followed ?? this.#followed(id, { dataset: {}, id }); }

  add(id, parent = "page") {
    this.followed(id);
    Object.assign(this.byID.get(id), { isThere: true, addedBy: undefined });
    this.#queue.push({ op: "add", parent, region: { id } });
  }
  move(...ids) { for (const region of ids) this.#queue.push({ op: "set", region, key: "frame", value: [] }); }
  remove(region) {
    this.byID.delete(region);
    this.#queue.push({ op: "remove", region });
  }

  /** Sends what waits. Returns the lines, each as a list such as `["add a", "set b"]`. */
  frame() {
    const from = this.lines.length;
    this.requests.send();
    return this.lines.slice(from).map((line) => line.map(({ op, region }) => `${op} ${region.id ?? region}`));
  }
  /** Answers the next lines, all but those which `refused` names with the code of an error. */
  answer(refused = {}, count = this.lines.length - this.#answered) {
    for (; count > 0; count -= 1) {
      const edits = this.lines[this.#answered];
      const bad = edits.find(({ region }) => refused[region.id ?? region]);
      this.#answered += 1;
      const code = bad && refused[bad.region.id ?? bad.region];
      this.requests.replied(this.#answered, !bad, bad && { code, message: code }, this.#answered);
    }
  }
}

let page;
beforeEach(() => {
  mock.timers.reset();
  mock.timers.enable({ apis: ["setTimeout"] });
  mock.method(console, "warn", () => {});
  page = new Page();
});

test("the edits of a frame are one line", () => {
  for (const id of ["a", "b"]) page.add(id);
  page.move("a");
  assert.deepEqual(page.frame(), [["add a", "add b", "set a"]]);
});

test("an element that is tried again has a line of its own, and those that move share one, however late the replies are", () => {
  for (const id of ["a", "b"]) page.add(id);
  page.frame();
  page.answer();
  page.add("bad");
  page.frame();
  page.answer({ bad: "notAllowed" });
  mock.timers.tick(1000);
  assert.equal(page.followed("bad").isRefused, false);
  page.move("a");
  page.add("bad");
  page.move("b");
  assert.deepEqual(page.frame(), [["set a"], ["add bad"], ["set b"]]);
  for (let frame = 0; frame < 5; frame += 1) {
    page.move("a", "b");
    assert.deepEqual(page.frame(), [["set a", "set b"]]);
  }
  page.move("a", "bad", "b");
  assert.deepEqual(page.frame(), [["set a"], ["set bad"], ["set b"]]);
  // Never is everything answered.
  page.answer({ bad: "notAllowed" }, 3);
  page.move("a", "b");
  assert.deepEqual(page.frame(), [["set a", "set b"]]);
});

test("a region that was to be in one whose id is taken comes back in lines of its own, because it may have gone with that one", () => {
  for (const id of ["theirs", "inner", "a"]) page.add(id);
  page.frame();
  page.answer();
  page.byID.get("theirs").children.push(page.byID.get("inner"));
  page.requests.tryAgain(Object.assign(page.followed("theirs"), { isRefused: true }));
  page.add("theirs");
  page.frame();
  page.answer({ theirs: "taken" });
  page.add("inner");
  page.move("a");
  assert.deepEqual(page.frame(), [["remove inner"], ["add inner"], ["set a"]]);
  page.answer({ inner: "notFound" }, 1);
  page.answer();
  mock.timers.tick(60_000);
  assert.equal(page.byID.get("a").isThere, true);
  page.move("inner", "a");
  assert.deepEqual(page.frame(), [["set inner", "set a"]]);
});

test("the removal of a refused region is not sent after its refusal", () => {
  page.add("a");
  page.add("b");
  page.frame();
  page.answer();
  page.add("bad");
  page.frame();
  page.remove("bad");
  page.move("a");
  page.remove("b");
  page.answer({ bad: "notAllowed" });
  assert.deepEqual(page.frame(), [["set a", "remove b"]]);
});

test("a hint of touchd about a key names the attribute", () => {
  page.add("sw");
  page.frame();
  const message = 'column 94: unknown key "ison" in region "page.sw"; did you mean "isOn"?';
  page.requests.replied(page.lines.length, false, { code: "badRequest", message });
  assert.equal(console.warn.mock.calls.at(-1).arguments.at(-1), `${message} The attribute is data-touch-is-on.`);
});

test("what is in an element that is tried has a line of its own too", () => {
  page.add("around");
  page.frame();
  page.answer({ around: "notAllowed" });
  page.add("other");
  page.frame();
  page.answer();
  mock.timers.tick(1000);
  page.add("around");
  page.add("inner", "around");
  page.add("innermost", "inner");
  page.move("other", "page");
  assert.deepEqual(page.frame(), [["add around"], ["add inner"], ["add innermost"], ["set other", "set page"]]);
  page.answer({}, 1);
  page.move("around", "other", "innermost");
  assert.deepEqual(page.frame(), [["set around", "set other"], ["set innermost"]]);
  page.answer();
  page.move("around", "inner", "innermost");
  assert.deepEqual(page.frame(), [["set around", "set inner", "set innermost"]]);
});

test("an element that goes before touchd has refused it concerns no other", () => {
  page.add("other");
  page.add("brief");
  page.frame();
  page.answer({ brief: "notAllowed" }); // both, so all regions are made again
  mock.timers.tick(1000);
  for (const id of ["page", "other", "brief"]) page.add(id);
  assert.deepEqual(page.frame(), [["add page"], ["add other"], ["add brief"]]);
  page.move("other");
  page.remove("brief");
  page.move("other");
  assert.deepEqual(page.frame(), [["set other"], ["remove brief"], ["set other"]]);
});

test("if touchd refuses a line with several edits, each region is made again alone, and then they share lines again", () => {
  for (const id of ["a", "bad", "b"]) page.add(id);
  page.frame();
  page.answer({ bad: "invalid" });
  mock.timers.tick(1000);
  assert.deepEqual(page.lines.at(-1), [{ op: "remove", region: "page" }]);
  for (const id of ["page", "a", "bad", "b"]) page.add(id);
  assert.deepEqual(page.frame(), [["add page"], ["add a"], ["add bad"], ["add b"]]);
  page.answer({ bad: "invalid" }, 4);
  page.move("a", "b");
  assert.deepEqual(page.frame(), [["set a"], ["set b"]], "b is not answered");
  page.answer({}, 1);
  page.move("a", "b");
  assert.deepEqual(page.frame(), [["set a", "set b"]]);
  assert.equal(page.followed("bad").isRefused, true);
});

test("a page whose regions cannot be made waits longer each time, until all that are there are accepted", () => {
  const refuse = () => {
    page.move("a", "b");
    page.frame();
    page.answer({ b: "notFound" });
  };
  const again = () => page.lines.filter(([{ op, region }]) => op === "remove" && region === "page").length;
  const remake = () => {
    for (const id of ["page", "a", "b"]) page.add(id);
    page.frame();
  };
  for (const id of ["a", "b"]) page.add(id);
  page.frame();
  page.answer();
  refuse();
  mock.timers.tick(1000);
  assert.equal(again(), 1);
  page.answer(); // the removal
  remake();
  page.answer({ page: "notAllowed" });
  mock.timers.tick(1000);
  assert.equal(again(), 1);
  mock.timers.tick(1000);
  assert.equal(again(), 2);
  remake();
  page.answer();
  refuse();
  mock.timers.tick(1000);
  assert.equal(again(), 3);
});

/** An element `bad` whose region touchd has refused. `tries` counts how often it is tried again while attributes change with each of 60 frames a second. */
function refused(code) {
  const followed = page.followed("bad");
  let tries = 0, clock = 0;
  mock.method(performance, "now", () => clock);
  const refuse = () => {
    page.add("bad");
    page.frame();
    page.answer({ bad: code });
  };
  refuse();
  return {
    change: (attributeName) => page.requests.changed(followed, { type: "attributes", attributeName }),
    tries(seconds, ...attributes) {
      tries = 0;
      for (let frame = 0; frame < seconds * 60; frame += 1) {
        for (const one of attributes) this.change(one);
        clock += 1000 / 60;
        mock.timers.tick(1000 / 60);
        if (followed.isRefused) continue;
        tries += 1;
        refuse();
      }
      return tries;
    },
    get isTried() { return !followed.isRefused; },
  };
}

for (const [code, most] of [["notAllowed", 7], ["invalid", 7], ["taken", 10]]) {
  test(`an element that touchd refuses (${code}) is seldom tried again, though it changes with each frame`, () => {
    const element = refused(code);
    const tries = element.tries(90, "style", "aria-valuenow");
    assert.ok(tries > 3 && tries <= most, tries);
  });
}

test("a refused element is tried again at once when an attribute changes that touchd knows, but at most once a second", () => {
  const element = refused("invalid");
  element.change("data-touch-value");
  assert.equal(element.isTried, true);
  const tries = refused("invalid").tries(10, "style", "data-touch-value");
  assert.ok(tries >= 9 && tries <= 11, tries);
});

test("a wrong element that does not change is not tried again", () => {
  assert.equal(refused("invalid").tries(90), 0);
});

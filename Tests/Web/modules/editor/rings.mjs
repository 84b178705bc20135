// Random configurations whose regions have an order of the focus; their order according to the editor, and the regions that points hit.
import { HitTester, targetOf } from "../../../../pages/editor/hit.js";
import { around, corners } from "../../../../pages/shared/geometry.js";
import { FocusRing, announcement } from "../../../../pages/editor/ring.js";
import { regionsOf } from "../../../../pages/editor/model.js";
import { random } from "./library.mjs";

const KINDS = ["view", "button", "label", "control", "slider", "switch", "imageView", "scrollView", "surface", "view", "view"];

/** Returns a random configuration with two screens. */
export function randomScreens(seed) {
  const pick = random(seed);
  const one = (count) => pick(count) === 0;
  let count = 0;
  const all = [];
  function region(depth, isWindow, around) {
    const kind = isWindow ? undefined : KINDS[pick(depth > 0 ? KINDS.length : 8)];
    const made = { id: `r${(count += 1)}`, ...(kind ? { kind } : {}), frame: [pick(300), pick(300), 20 + pick(300), 20 + pick(300)] };
    all.push([made, around]);
    const heard = {};
    if (!one(3)) heard.label = `label ${count}`;
    if (one(5)) heard.role = ["header", "link", "button", "key"][pick(4)];
    if (one(6)) heard.hint = "hint";
    if (one(8)) heard.value = "some";
    if (one(7)) heard.language = ["en", "de-AT"][pick(2)];
    if (one(7)) heard.element = one(2);
    if (one(14)) heard.hidden = true;
    if (one(25)) heard.modal = true;
    if (one(9)) heard.private = true;
    if (one(6)) heard.activationPoint = [pick(100), pick(100)];
    if (Object.keys(heard).length > 0 || one(3)) made.accessibility = heard;
    if (one(14)) made.hidden = true;
    if (one(16)) made.alpha = pick(3) / 100;
    if (one(16)) made.userInteractionEnabled = one(2);
    if (one(15) && kind !== "surface") made.sensitive = true;
    if (one(12) && kind !== "surface") made.enabled = false;
    if (one(10)) made.hitInsets = [pick(30) - 15, pick(30) - 15, pick(30) - 15, pick(30) - 15];
    if (one(8)) made.shape = [{ kind: "ellipse" }, { kind: "roundedRectangle", radius: 1 + pick(60) }, { kind: "polygon", points: [[0, 0], [100, 10], [40, 90]] }][pick(3)];
    if (one(8) && kind !== "surface") made.hitTest = [{ kind: "ignore" }, { kind: "passThrough" }, { kind: "absorb" }, { kind: "overflow" }, { kind: "translucent" }][pick(5)];
    if (one(10) && kind !== "surface") made.clipsToBounds = one(2);
    if (kind === "slider") Object.assign(made, { minimumValue: pick(3), maximumValue: 3 + pick(4), value: 3 }, one(2) ? { knobSize: 1 + pick(50) } : {}, one(3) ? { axis: ["horizontal", "vertical"][pick(2)] } : {});
    if (kind === "switch" && one(2)) made.isOn = one(2);
    if (isWindow && one(2)) made.level = pick(3) - 1;
    const isLeaf = ["slider", "switch", "surface"].includes(kind);
    if (depth > 0 && !isLeaf) made.children = Array.from({ length: pick(5) }, () => region(depth - 1, false, [...around, made]));
    return made;
  }
  const screen = (id) => ({ id, size: [800, 600], accessibility: {}, windows: Array.from({ length: 1 + pick(3) }, () => region(3, true, [])) });
  const screens = [screen("main")];
  const first = all.length;
  screens.push(screen("other"));
  const plain = all.slice(0, first).filter(([made]) => !made.hitTest && made.kind !== "surface");
  if (plain.length > 1) {
    const to = plain[pick(plain.length)][0];
    for (const [made] of plain) if (made !== to && one(12)) made.hitTest = { kind: "redirect", to: to.id, ...(one(3) ? { when: "always" } : {}) };
  }
  for (const [made, around] of all) {
    const inner = all.filter(([, one]) => one.includes(made)).map(([other]) => other.id);
    if (inner.length > 0 && one(3)) (made.accessibility ??= {}).elements = Array.from({ length: 1 + pick(4) }, () => (one(8) ? made.id : inner[pick(inner.length)]));
  }
  return { version: 1, screens };
}

/** Whether check looks for touches that reach a place: a control, or a role of one, that is not scrolled and has its middle on the screen. */
function isToOperate(region) {
  const isControl = ["button", "control", "slider", "switch"].includes(region.kind) || ["button", "adjustable", "switch", "link", "key"].includes(region.spec.accessibility?.role);
  const [x, y, width, height] = around(corners({ bounds: targetOf(region), toScreen: region.toScreen }));
  const [u, v] = [x + width / 2, y + height / 2];
  let isScrolled = false;
  for (let one = region; one; one = one.parent) isScrolled ||= one.kind === "scrollView";
  return isControl && region.takesTouches && !isScrolled && u >= 0 && v >= 0 && u < 800 && v < 600;
}

/** Prints each configuration and the editor's order as a line of JSON: node rings.mjs FIRST COUNT */
if (process.argv[1] === new URL(import.meta.url).pathname) {
  const [first, number] = process.argv.slice(2).map(Number);
  for (let seed = first; seed < first + number; seed += 1) {
    const configuration = randomScreens(seed);
    const regions = regionsOf(configuration);
    const elements = configuration.screens.flatMap((screen, index) => new FocusRing(regions, index).places.map((region, place) => {
      const { isPrivate, ...said } = announcement(region);
      return { screen: screen.id, place: place + 1, region: region.id, path: region.name, ...said, ...(isPrivate ? { private: true } : {}) };
    }));
    const pick = random(seed);
    const testers = configuration.screens.map((screen, index) => new HitTester(regions, index, screen.size));
    const hits = Array.from({ length: 2 }, () => [pick(800), pick(600)]).map((point) => ({ point, hit: testers[0].hit(point)?.name ?? null }));
    const places = configuration.screens.flatMap((screen, index) => new FocusRing(regions, index).places);
    const covered = places.filter((region) => isToOperate(region) && testers[region.screen].activationPoint(region) === null).map((region) => region.id);
    console.log(JSON.stringify({ seed, configuration, elements, hits, covered }));
  }
}

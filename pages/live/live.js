// @ts-check
// The live view: connects its parts. One loop draws, and only if something has changed.

import { runTool, showState } from "../shared/connection.js";
import { isolate, setWords } from "../shared/isolate.js";
import { showRegion, showWhy } from "./explanation.js";
import { wordsOf } from "./filter.js";
import { screenOf } from "./fingers.js";
import { ghostText } from "./ghosts.js";
import { heatText } from "./heat.js";
import { History } from "./history.js";
import { Layout } from "./layout.js";
import { eventRows, progressRows, touchRows } from "./lists.js";
import { Opener } from "./opener.js";
import { Orders } from "./order.js";
import { regionRows } from "./regionList.js";
import { readColours } from "./palette.js";
import { Moment } from "./moment.js";
import { Past } from "./past.js";
import { Picture } from "./picture.js";
import { Player } from "./player.js";
import { attribute, element, setText } from "./rows.js";
import { Remote } from "./remote.js";
import { ALL, sceneOf, shownScreens, sizeOf } from "./scene.js";
import { connect } from "./source.js";
import { speechRows } from "./speech.js";
import { clientRows, screenTables, screenText } from "./tables.js";
import { Tabs } from "./tabs.js";
import { Transport } from "./transport.js";
import { readConfiguration } from "./yaml.js";
import { followZoom } from "./zoom.js";

const history = new History();
const player = new Player(history);
/** The interval of the lists in ms. Five times a second is enough for text. */
const LISTS_EVERY = 200;

/** The ID of the chosen touch; null shows the newest one. @type {number | null} */
let chosen = null;
/** The region chosen instead of a touch, until the next touch begins. @type {any} */
let chosenRegion = null;
/** @type {number | undefined} */
let newestThen;
let screen = "";
let isScheduled = false;
let listsAt = -Infinity;
let areListsDue = false;
let isRestDue = false;
/** @type {ReturnType<typeof setTimeout> | undefined} */
let later;

const past = new Past(sizeOf);
let pastAt = -Infinity;

/** Redraws everything, because the choice has changed. */
function changed() {
  areListsDue = true;
  drawAgain();
}

function drawAgain() {
  if (isScheduled) return;
  isScheduled = true;
  requestAnimationFrame(frame);
}

const picture = new Picture(changed);
const choose = (/** @type {number} */ id) => {
  chosen = id;
  chosenRegion = null;
  tabs.show("touches");
  listsAt = -Infinity;
  changed();
};
const tabs = new Tabs(["picture", "touches", "events", "tree", "speech", "clients", "screens"], "touches", () => {
  listsAt = -Infinity;
  changed();
});
const layout = new Layout(tabs);
const transport = new Transport(player, changed);
const moment = new Moment(player, changed);
/** Chooses a row, or clears the choice if the row is already chosen. */
const toggle = (/** @type {number} */ id) => {
  const isSecond = chosen === id;
  choose(id);
  if (isSecond) chosen = null;
};
const showTouches = touchRows(toggle);
const showProgress = progressRows();
const clock = (/** @type {{at: number}} */ { at }) => (player.recording ? (at / 1000).toFixed(2) : clockText(at));
const showEvents = eventRows(choose, clock);
const showSpeech = speechRows(clock);
const orders = new Orders((configuration) => runTool("elements", configuration), readConfiguration, changed);
const keep = (/** @type {string} */ configuration) => orders.add(configuration);
const showClients = clientRows();
const showRegions = regionRows((region) => {
  chosenRegion = region;
  newestThen = newestOf(player.state);
  listsAt = -Infinity;
  changed();
});
/** The words of the filter. @type {string[]} */
let filter = [];
element("filter").addEventListener("input", () => {
  filter = wordsOf(element("filter").value);
  listsAt = -Infinity;
  changed();
});
const showScreens = screenTables(sizeOf);

/** @param {number} at in ms since the page was opened */
function clockText(at) {
  const date = new Date(performance.timeOrigin + at);
  return [date.getHours(), date.getMinutes(), date.getSeconds()].map((n) => String(n).padStart(2, "0")).join(":") + "." + String(Math.floor(date.getMilliseconds() / 10)).padStart(2, "0");
}

/** The touch that is explained. @param {import("./model.js").State} state */
function explained(state) {
  if (chosen !== null) {
    const touch = state.touches.get(chosen) ?? state.recent.find(({ id }) => id === chosen);
    if (touch) return touch;
  }
  return [...state.touches.values()].at(-1) ?? state.recent[0] ?? null;
}

/** @param {import("./model.js").State} state */
const newestOf = (state) => ([...state.touches.values()].at(-1) ?? state.recent[0])?.id;

/** @param {number} now */
function frame(now) {
  isScheduled = false;
  player.tick(now);
  const state = player.state;
  showScreenChoice(state);
  layout.fit(sceneOf(state, screen)?.size ?? null);
  const touch = explained(state);
  // In the list of regions the choice stays while fingers come and go.
  if (newestOf(state) !== newestThen && tabs.current !== "tree") chosenRegion = null;
  const shown = {
    screen, names: element("names").checked, trails: element("trails").checked, raw: element("raw").checked,
    now: player.isLive ? now : player.at, selected: touch?.id ?? null, region: chosenRegion?.id ?? null, own: remote.touches, ...pastOf(now),
  };
  const fades = picture.draw(state, player.history, { ...shown, order: orderOf(state) });
  showTexts(state, touch, now);
  if (player.isPlaying) changed();
  else if (fades && player.isLive) drawAgain();
}

/** The heat map and the ghosts, as far as they are switched on. @param {number} now */
function pastOf(now) {
  const [hasHeat, hasGhosts] = [element("heat").checked, element("ghosts").checked];
  element("past-text").hidden = !hasHeat && !hasGhosts;
  if (!hasHeat && !hasGhosts) {
    past.clear();
    return {};
  }
  // No more often than the lists: each new heat map makes the page draw all regions again.
  if (now - pastAt >= LISTS_EVERY || past.isBehind) {
    pastAt = now;
    past.read(player.history);
    if (past.isBehind) changed();
  }
  const when = player.recording ? "the recording" : "the last 60 s";
  const heat = (/** @type {string} */ one) => past.heatOf(one);
  const ghosts = (/** @type {string} */ one) => past.ghostsOf(one);
  const words = shownScreens(player.state, screen).flatMap((one) => {
    const texts = [hasHeat ? heatText(heat(one), when) : "", hasGhosts ? ghostText(ghosts(one), when) : ""].filter(Boolean);
    return screen === ALL ? texts.map((text) => `${isolate(one)}: ${text}`) : texts;
  });
  setWords(element("past-text"), words.join("\n"));
  return { heat: hasHeat ? heat : undefined, ghosts: hasGhosts ? ghosts : undefined, past: past.revision };
}

/** The order of the focus on the screen, if it is to be shown and is known. @param {import("./model.js").State} state */
function orderOf(state) {
  const isPossible = state.facts.accessible.includes(screen);
  const isOn = isPossible && element("order").checked;
  const order = isOn ? orders.of(state) : null;
  element("order-choice").hidden = !isPossible;
  element("order-text").hidden = !isOn || !orders.problem;
  setText(element("order-text"), orders.problem && "The order of the focus is not known: " + orders.problem);
  return order?.get(screen) ?? null;
}

/**
 * Shows the texts around the picture: the lists in one frame and the rest in the next one, to spread the cost.
 * @param {import("./model.js").State} state
 * @param {import("./model.js").Touch | null} touch
 * @param {number} now
 */
function showTexts(state, touch, now) {
  const isTurn = areListsDue && now - listsAt >= LISTS_EVERY;
  transport.show(isTurn);
  if (isTurn) {
    listsAt = now;
    areListsDue = false;
    isRestDue = true;
    moment.show();
    showList(state, touch);
    drawAgain();
    return;
  }
  if (isRestDue) {
    isRestDue = false;
    showHead(state);
    const where = chosenRegion?.screen ?? (touch ? screenOf(state, touch) : screen);
    const panel = [...state.panels.values()].find((p) => p.screen === where && p.pointsPerMillimetre);
    if (tabs.current === "touches") showWhy(chosenRegion ? null : touch, chosenRegion, panel);
    if (tabs.current === "tree") showRegion(chosenRegion, panel);
  }
  if (areListsDue) later ??= setTimeout(listsAreDue, LISTS_EVERY);
}

function listsAreDue() {
  later = undefined;
  drawAgain();
}

/** @param {import("./model.js").State} state */
function showHead(state) {
  if (screen === ALL) return showHeadOfAll(state);
  const about = state.screens.get(screen);
  const size = sizeOf(state, screen);
  setWords(element("screen-state"), size ? [isolate(screen), `${Math.round(size[0])} × ${Math.round(size[1])}`, about ? screenText(about) : ""].filter(Boolean).join(" · ") : "");
  element("empty").hidden = size !== null;
  element("closed").hidden = !about || about.mode === "normal";
  setText(element("closed"), closedText(about?.mode));
  const focus = state.focus.get(screen);
  showLabel(state, `Screen ${screen}${focus ? `, focus on ${focus.path ?? focus.region}` : ""}`);
}

/** @param {string | undefined} mode */
const closedText = (mode) => (mode === "cleaning" ? "Cleaning: no touch reaches anybody" : "Locked: no touch reaches anybody");

/** @param {import("./model.js").State} state */
function showHeadOfAll(state) {
  setWords(element("screen-state"), `${state.screens.size} screens`);
  element("empty").hidden = sceneOf(state, ALL) !== null;
  const closed = [...state.screens.values()].filter(({ mode }) => mode !== "normal");
  element("closed").hidden = !closed.length;
  setWords(element("closed"), closed.map((one) => `${isolate(one.screen)}: ${closedText(one.mode)}`).join("\n"));
  showLabel(state, "All screens");
}

/** Describes the picture. @param {import("./model.js").State} state @param {string} what */
function showLabel(state, what) {
  const down = state.touches.size;
  const isStale = !state.connected && player.recording === null;
  element("glass").classList.toggle("stale", isStale);
  attribute(element("fingers"), "aria-label", `${what}: ${isStale ? "not connected" : down === 1 ? "1 finger is down" : `${down} fingers are down`}`);
}

/** @param {import("./model.js").State} state @param {import("./model.js").Touch | null} touch */
function showList(state, touch) {
  element("main").dataset.tab = tabs.current;
  const found = showListOf(state, touch);
  setText(element("filtered"), filter.length && found !== undefined ? `${found} found` : "");
}

/** Shows the current list. @param {import("./model.js").State} state @param {import("./model.js").Touch | null} touch @returns {number | void} the number of items that the filter leaves */
function showListOf(state, touch) {
  switch (tabs.current) {
    case "touches":
      showProgress(state);
      return showTouches(state, touch?.id ?? null, filter);
    case "events":
      return showEvents(state, filter);
    case "tree":
      return showRegions(state, screen, filter, chosenRegion);
    case "speech":
      showSpeech(state, screen, player.recording !== null);
      break;
    case "clients":
      return showClients(state, filter);
    case "screens":
      showScreens(state);
      break;
  }
}

/** @param {import("./model.js").State} state */
function showScreenChoice(state) {
  const names = [...state.screens.keys()];
  const choice = element("screen");
  if (choice.dataset.names !== names.join("/")) {
    choice.dataset.names = names.join("/");
    choice.replaceChildren(...names.map((name) => new Option(name, name)), ...(names.length > 1 ? [new Option("All screens", ALL)] : []));
    choice.value = screen;
    element("screen-choice").hidden = names.length < 2;
  }
  if (screen === ALL ? names.length < 2 : !state.screens.has(screen)) screen = choice.value = names[0] ?? "";
  element("remote").disabled = screen === ALL;
}

element("screen").addEventListener("change", () => {
  screen = element("screen").value;
  // A finger from here is on one screen.
  if (screen === ALL && remote.isOn) element("remote").click();
  chosenRegion = null;
  listsAt = -Infinity;
  changed();
});
for (const id of ["names", "trails", "raw", "heat", "ghosts", "order"]) element(id).addEventListener("change", changed);

const isTouching = () => remote.isOn && player.isLive;
function zoomed() {
  picture.redraw();
  element("fit").hidden = picture.zoom.factor === 1;
  changed();
}
const wasDrag = followZoom(picture.zoom, element("glass"), element("fingers"), { isOff: isTouching, changed: zoomed });
element("fit").addEventListener("click", () => {
  picture.zoom.about(0, [0, 0]);
  zoomed();
});

element("fingers").addEventListener("click", (/** @type {PointerEvent} */ event) => {
  if (isTouching() || wasDrag()) return;
  const shown = {
    screen, names: true, trails: true, raw: true, now: player.isLive ? performance.now() : player.at, selected: null, region: null, own: new Set(),
  };
  const { touch, region } = picture.at(player.state, shown, [event.offsetX, event.offsetY]);
  tabs.show("touches");
  chosenRegion = touch ? null : region;
  newestThen = newestOf(player.state);
  chosen = touch?.id ?? null;
  listsAt = -Infinity;
  changed();
});

/** Arrow up and down on the picture go through the touches. */
element("fingers").addEventListener("keydown", (/** @type {KeyboardEvent} */ event) => {
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  if (event.key === "Escape") chosen = chosenRegion = null;
  else if (step) {
    const { touches, recent } = player.state;
    const ids = [...[...touches.keys()].reverse(), ...recent.map(({ id }) => id)];
    const at = ids.indexOf(explained(player.state)?.id ?? -1);
    if (ids.length) choose(ids[Math.min(ids.length - 1, Math.max(0, at + step))]);
  } else return;
  event.preventDefault();
  listsAt = -Infinity;
  changed();
});

const opener = new Opener(transport, keep);
opener.onHistory = (recording, name) => {
  chosen = chosenRegion = null;
  listsAt = -Infinity;
  player.open(recording, name, performance.now());
  moment.opened();
  changed();
};

const connection = connect((text, line) => {
  history.push(text, line, performance.now());
  if (player.isLive) changed();
}, keep);
const remote = new Remote(
  connection,
  ({ offsetX, offsetY }) => {
    const size = player.isLive && screen !== ALL ? sizeOf(player.state, screen) : null;
    return size && { screen, place: picture.placeOf([offsetX, offsetY], size) };
  },
  changed,
);
showState(connection, element("status"));
connection.addEventListener("state", changed);
readColours();
addEventListener("theme", () => {
  readColours();
  changed();
});
changed();

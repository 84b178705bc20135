// @ts-check
// The region editor: connects the document with the picture, the lists, the connection and the bridge's tools.

import * as YAML from "/vendor/yaml/index.js";
import { Connection, runTool, showState } from "../shared/connection.js";
import { download } from "../shared/download.js";
import { pageToken } from "../shared/token.js";
import { Actions } from "./actions.js";
import { Adding } from "./adding.js";
import { afterPause } from "./afterPause.js";
import { Arrange, panel } from "./arrange.js";
import { Aside } from "./aside.js";
import { Canvas } from "./canvas.js";
import { Checker } from "./checker.js";
import { Clipboard } from "./clipboard.js";
import { Conflict } from "./conflict.js";
import { EditorDocument } from "./document.js";
import { byId, element } from "./element.js";
import { ConflictError, EditedFile, acceptDrops } from "./files.js";
import { Tabs, hitList, list } from "./findings.js";
import { Form } from "./form.js";
import { fillHelp, handleKeys } from "./keys.js";
import { apply } from "../shared/geometry.js";
import { Measures } from "./measures.js";
import { Message, UNREADABLE } from "./message.js";
import { Modes } from "./modes.js";
import { OrderPanel } from "./orderPanel.js";
import { overlaps } from "./overlap.js";
import { PictureStore } from "./pictureStore.js";
import { Pointer } from "./pointer.js";
import { pictureButtons, zoomToSelection } from "./pictureButtons.js";
import { Schema } from "./schema.js";
import { TextPanel } from "./textPanel.js";
import { Told } from "./told.js";
import { Tree } from "./tree.js";
import { Trial } from "./trial.js";
import { Underlay } from "./underlay.js";
import { UnderlayPanel } from "./underlayPanel.js";
import { View } from "./view.js";

pageToken();
const doc = new EditorDocument(YAML);
const view = new View();
const told = new Told(byId("told"), doc);
const message = new Message({ line: byId("message"), said: byId("said"), revert: byId("revert"), dismiss: byId("dismiss") }, doc, told, focusSelected);
const aside = new Aside(doc, told);
const adding = new Adding(doc, aside, told);
const canvas = new Canvas(byId("canvas"), doc, view, aside);
const underlay = new Underlay(doc, view, new PictureStore());
byId("canvas").querySelector(".screen").after(underlay.image);
const picture = new UnderlayPanel(byId("underlay"), underlay, (text, kind) => message.show(text, kind));
const tree = new Tree({ list: byId("tree"), find: byId("find"), found: byId("found") }, doc, aside);
const arrange = new Arrange(doc, aside, told);
const form = new Form(byId("form"), doc, new Schema(await (await fetch("/touchd.schema.json")).json()));
const tabs = new Tabs(byId("tabs"), byId("main"));
const connection = new Connection({ name: "region editor" });
const trial = new Trial(connection);
const text = new TextPanel(byId("source"), doc);
const file = new EditedFile();
const order = new OrderPanel(byId("order"), doc, (region) => {
  doc.select(region.key);
  form.focus([...region.path, "accessibility", "label"]);
});
tabs.onShow = (name) => (name === "order" ? order.show() : name === "text" && text.show());
const measures = new Measures(doc, tabs, byId("small"), (region) => choose(region.key));
const pointer = new Pointer(canvas, { pick: askHit, where: (text) => (byId("where").textContent = text), draw: (parent, frame) => adding.at(parent, frame), drawn: (isMore) => modes.drawn(isMore) });
const modes = new Modes(pointer, told, adding);
new Actions(byId("actions"), doc, adding, panel("Arrange", ...arrange.buttons(), ...aside.buttons(), ...pictureButtons(doc, view, pointer)));

function choose(key) {
  if (key === null) return;
  doc.select(key);
  canvas.focus(key);
}

function focusSelected() {
  requestAnimationFrame(() => {
    const region = doc.selected;
    if (!region) choose(canvas.neighbour(0));
    else if (aside.isHidden(region)) tree.focus();
    else canvas.focus(region.key);
  });
}

// Shows the findings of check at the regions, at the properties, and as a list.
let marked = "[]";
const checker = new Checker(doc, (findings, problem) => {
  const found = JSON.stringify(findings);
  if (found !== marked) {
    marked = found;
    const marks = new Map();
    for (const { region, severity } of findings) if (region && marks.get(region) !== "error") marks.set(region, severity);
    canvas.marks = tree.marks = marks;
    form.findings = findings;
    canvas.redraw();
    tree.later();
    form.later();
  }
  const errors = findings.filter((finding) => finding.severity === "error").length;
  if (problem === "") message.checked(checker.checked, errors);
  tabs.count("problems", findings.length, errors > 0 ? "error" : "warning");
  const entries = findings.map((finding) => ({ place: finding.line === undefined ? "" : `${finding.line}:${finding.column}`, kind: finding.severity,
    text: `${finding.severity}: ${finding.message}${finding.id ? ` [${finding.id}]` : ""}`, choose: () => goTo(finding) }));
  byId("problems").replaceChildren(problem ? element("p", { class: "row error" }, problem) : list(entries, doc.isOpen ? "No errors or warnings." : "No configuration is open."));
  byId("problems").dataset.checked = String(checker.checked === doc.text);
});

function goTo(finding) {
  if (finding.region) {
    choose(finding.region);
    return form.focus(finding.path);
  }
  tabs.show("text");
  text.goTo(finding.offset);
}

const showOverlaps = afterPause(() => {
  const found = overlaps(doc.regions);
  tabs.count("overlaps", found.length);
  byId("overlaps").replaceChildren(list(found.map((one) => ({ text: one.text, choose: () => {
    choose(one.front.key);
    canvas.extra.overlap = { bounds: one.rect, toScreen: one.front.parent ? one.front.parent.toScreen : [1, 0, 0, 1, 0, 0] };
    canvas.redraw();
  } })), "No regions of the same level overlap."));
});

async function askHit(point) {
  canvas.extra.point = point;
  tabs.show("hit");
  try {
    const answer = JSON.parse(await runTool("hit", { configuration: doc.text, x: point[0], y: point[1], screen: String(doc.screens[doc.screen]?.id ?? "") }));
    canvas.hit = new Set(answer.hit ? [answer.hit] : []);
    byId("hit").replaceChildren(hitList(answer, point, (name) => choose(doc.regions.find((region) => region.name === name)?.key ?? null)));
  } catch (error) {
    canvas.hit = new Set();
    byId("hit").replaceChildren(element("p", { class: "row error" }, error.message));
  }
  canvas.redraw();
}
byId("hit").replaceChildren(element("p", { class: "row hint" }, "Choose “What is hit?” and tap a point of the picture."));

// Files.
async function openFile(chosen) {
  if (doc.isChanged && !confirm("Unsaved changes would be lost. Open another file?")) return;
  file.tag = null;
  message.show("");
  doc.open(await chosen.text(), chosen.name);
}

async function load() {
  if (doc.isChanged && !confirm("Unsaved changes would be lost. Open the configuration that is in force?")) return;
  try {
    const reply = await connection.request("configuration");
    file.tag = null;
    message.show("");
    doc.open(reply.text, reply.path.split("/").at(-1) || "touchd.yaml");
  } catch (error) {
    message.show(error.message, "error");
  }
}

let saving = Promise.resolve();
/**
 * Saves the text, after a save that is still going on: the next one needs its tag. Does nothing if another file has been opened until then.
 * @param {string} [tag] the state of the file that may be overwritten
 */
function save(tag) {
  const { history } = doc;
  saving = saving.then(() => (doc.history === history ? write(tag) : undefined));
}

/** @param {string} [tag] */
async function write(tag) {
  if (!doc.isOpen) return;
  const { history, name, text: saved } = doc;
  const words = `${file.isThere ? "Saved" : "Downloaded"} ${name}`;
  try {
    if (file.isThere) await file.write(saved, tag);
    else downloadText();
    if (doc.history === history) doc.markSaved(saved);
    message.saved(words, saved);
  } catch (error) {
    message.show(doc.history === history ? error.message : `${name}: ${error.message}`, "error");
    if (error instanceof ConflictError && doc.history === history) conflict.open();
  }
}

const downloadText = () => download([doc.text], doc.name, doc.name.endsWith(".json") ? "application/json" : "application/yaml");
const conflict = new Conflict(byId("conflict"), file, { text: () => doc.text, download: downloadText, overwrite: save });

byId("open").addEventListener("click", () => byId("file").click());
byId("file").addEventListener("change", () => {
  const [chosen] = byId("file").files;
  if (chosen) openFile(chosen);
  byId("file").value = "";
});
acceptDrops(document.body, (dropped) => (dropped.type.startsWith("image/") ? picture.add(dropped) : openFile(dropped)));
new Clipboard(doc, { aside, picture: (pasted) => picture.add(pasted), say: (text) => message.showCount(text), refuse: (text) => message.show(text, "error"), focus: focusSelected });
byId("load").addEventListener("click", load);
byId("save").addEventListener("click", () => save());
byId("undo").addEventListener("click", () => doc.undo());
byId("redo").addEventListener("click", () => doc.redo());
addEventListener("beforeunload", (event) => doc.isChanged && event.preventDefault());

// The picture.
byId("zoom-in").addEventListener("click", () => view.zoom(1.25));
byId("zoom-out").addEventListener("click", () => view.zoom(0.8));
byId("zoom-fit").addEventListener("click", () => view.fit());
byId("grid").addEventListener("change", () => {
  canvas.grid = Number(byId("grid").value);
  canvas.redraw();
});
byId("heard").addEventListener("change", () => {
  canvas.heard.isOn = byId("heard").checked;
  canvas.redraw();
});
// In a small window the switches on the picture would cover it, so they are in the menu.
const small = matchMedia("(width < 1000px), (height < 600px)");
const placeLayers = () => (small.matches ? byId("view-menu") : byId("canvas").parentElement).append(byId("layers"));
small.addEventListener("change", placeLayers);
placeLayers();
byId("snap").addEventListener("change", () => (pointer.snaps = byId("snap").checked));
byId("screen").addEventListener("change", () => doc.show(Number(byId("screen").value)));

// A trial.
byId("try").addEventListener("click", async () => {
  try {
    await trial.start(doc.text, Number(byId("seconds").value));
  } catch (error) {
    const reasons = (error.reply?.diagnostics ?? []).slice(0, 3).map((line) => String(line).replace("configuration:", ""));
    message.show(`touchd refuses it: ${[error.message, ...reasons].join("; ")}`, "error");
  }
});
byId("revert").addEventListener("click", () => trial.revert().catch((error) => message.show(error.message, "error")));
let wasOnTrial = false;
trial.addEventListener("changed", () => {
  if (trial.isOn) message.show(`On trial for ${trial.secondsLeft} s more; then the file's configuration is in force again.`, "trial");
  else if (wasOnTrial) message.show("The trial is over: the file's configuration is in force again.");
  wasOnTrial = trial.isOn;
  showButtons();
});

function showButtons() {
  const isReady = doc.isOpen && doc.isReadable;
  byId("save").disabled = !doc.isOpen;
  byId("save").textContent = doc.isChanged ? "Save •" : "Save";
  byId("save").title = file.isThere ? "Writes the file in place (Ctrl-S)" : "Downloads the file (Ctrl-S)";
  byId("undo").disabled = !doc.history.canUndo;
  byId("redo").disabled = !doc.history.canRedo;
  byId("load").disabled = connection.state !== "connected";
  byId("try").disabled = !isReady || connection.state !== "connected";
  byId("try").title = connection.state === "connected" ? "Puts the text in force for a limited time" : "Not connected to touchd";
}

doc.addEventListener("changed", () => {
  canvas.extra.overlap = canvas.extra.point = null;
  canvas.hit = new Set();
  showOverlaps();
  byId("problems").dataset.checked = String(checker.checked === doc.text);
  checker.later();
  showButtons();
  byId("empty").hidden = doc.isOpen;
  document.title = `${doc.isChanged ? "• " : ""}${doc.isOpen ? `${doc.name} – ` : ""}Region editor`;
  const screens = byId("screen");
  screens.hidden = doc.screens.length < 2;
  screens.replaceChildren(...doc.screens.map((screen, index) => element("option", { value: String(index), selected: index === doc.screen }, String(screen?.id ?? index))));
  if (doc.isOpen && !doc.isReadable) message.show(UNREADABLE, "error");
});
doc.addEventListener("opened", () => view.fit());
doc.addEventListener("selected", () => {
  canvas.extra.overlap = null;
  byId("form-title").textContent = doc.chosen.length > 1 ? `Properties of ${doc.selected?.id}` : "Properties";
});

/** Goes to the first property, whose text is selected, so that typing replaces it. */
function editFirst() {
  const field = byId("form").querySelector("input, select");
  if (!(field instanceof HTMLElement)) return;
  field.focus();
  if (field instanceof HTMLInputElement) field.select();
}
tree.onEnter = editFirst;

handleKeys(byId("canvas"), doc, { view, modes, adding, aside, told, save, open: () => byId("file").click(), help, heard: () => byId("heard").click(),
  form: editFirst,
  focus: focusSelected,
  step: (steps, isMore) => {
    const key = canvas.neighbour(steps);
    if (!isMore) return choose(key);
    if (key !== null && key !== doc.selection) doc.extend(key), canvas.focus(key);
  }, pointer, arrange, zoom: () => zoomToSelection(doc, view), find: () => byId("find").focus(),
  hit: () => {
    const region = doc.selected;
    if (region) askHit(apply(region.toScreen, [region.bounds[0] + region.bounds[2] / 2, region.bounds[1] + region.bounds[3] / 2]));
  } });
fillHelp(byId("keys"));
function help() {
  byId("keys").showModal();
}
byId("help").addEventListener("click", help);

// The connection. Without touchd everything but the trial works.
showState(connection, byId("connection"));
connection.addEventListener("state", showButtons);
connection.addEventListener("line", (event) => measures.handle(/** @type {CustomEvent} */ (event).detail));
connection.addEventListener("opened", async () => {
  connection.request("subscribe", { regions: [] }).catch(() => {});
  if (!doc.isOpen && !file.isThere) load();
});

showButtons();
const edited = pageToken() ? await file.read().catch(() => null) : null;
if (edited !== null) doc.open(edited, file.name);
await connection.start();

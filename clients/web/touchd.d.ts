/** touchd.js: a page as a client of touchd, connected through touchd-web. docs/web.md describes its use, docs/clients.md the items. */

export type Phase = 'began' | 'moved' | 'stationary' | 'ended' | 'cancelled';
export type State = 'recognized' | 'began' | 'changed' | 'ended' | 'cancelled';
export type Point = [number, number];
export type TouchEnd = { type: 'ended' } | { type: 'cancelled'; reason: string };

/** A finger on a region, from its begin to its end: the same object in each of its events. Dispatches 'moved', 'ended' and 'cancelled'. */
export class Touch extends EventTarget {
  constructor(id: number, region: string | null);
  readonly id: number;
  readonly region: string | null;
  /** The end of the touch; null while it is down. Only 'ended' is a lift. */
  readonly end: TouchEnd | null;
  readonly isDown: boolean;
}

interface Made {
  /** True if the library made the event, because the connection was lost. */
  synthetic?: true;
}

/** A touch. IDs and times are whole numbers, exact up to 2^53, which touchd does not reach in a century of touches. */
export interface TouchEvent extends Made {
  event: 'touch';
  id: number;
  phase: Phase;
  region: string | null;
  target: string | null;
  /** The location in points of the screen. */
  x: number;
  y: number;
  /** The location in the region's own space. */
  local: Point | null;
  tapCount: number;
  inside: boolean;
  /** The reason of a cancelled touch. */
  reason?: string;
  pressure?: number;
  major?: number;
  minor?: number;
  orientation?: number;
  tool?: string;
  distance?: number;
  /** The event time in µs, if it differs from the frame's. */
  timestamp?: number;
  /** The coalesced samples, oldest first; the last one is the event itself. Present only if the subscription asked for them. */
  coalesced?: Sample[];
  touch: Touch;
}

/** A touch's state in one of the panel's reports. */
export interface Sample {
  /** The event time in µs. */
  time: number;
  x: number;
  y: number;
  local: Point;
  inside?: boolean;
  pressure?: number;
  major?: number;
  minor?: number;
  orientation?: number;
  tool?: string;
  distance?: number;
}

/** A touch in another client's sensitive region. It has no location, and it is never a press. */
export interface SensitiveEvent extends Made {
  event: 'sensitive';
  id: number;
  phase: Phase;
  region: string | null;
  target: string | null;
  /** The reason of a cancelled touch. */
  reason?: string;
}

export interface GestureEvent extends Made {
  event: 'gesture';
  gesture: string;
  kind: string;
  region: string;
  state: State;
  touches: number[];
  local: Point;
  translation?: Point;
  velocity?: Point | number;
  scale?: number;
  rotation?: number;
  scaleVelocity?: number;
  rotationVelocity?: number;
  direction?: string;
  taps?: number;
  /** The event time in µs, if it differs from the frame's because the gesture had to wait for an answer. */
  timestamp?: number;
}

export interface ControlEvent extends Made {
  event: 'control';
  region: string;
  action: string;
  id: number;
  /** The new value of a slider or knob, with valueChanged. */
  value?: number;
  /** The new state of a switch, with valueChanged. */
  isOn?: boolean;
}

export interface ScrollEvent extends Made {
  event: 'scroll';
  region: string;
  offset: Point;
  zoomScale: number;
  state: State;
}

export interface OutsideEvent extends Made {
  event: 'outside';
  id: number;
  region: string;
}

export type Event = TouchEvent | SensitiveEvent | GestureEvent | ControlEvent | ScrollEvent | OutsideEvent;

export interface Frame {
  type: 'frame';
  /** The line's number; 0 in a frame that the library made. */
  seq: number;
  /** The event time in µs. */
  time: number;
  panel: string;
  events: Event[];
}

export interface Fields { [key: string]: any }

/** A gesture's question. Answer it with `answer(question, true)` or `false` before the deadline. */
export interface Question {
  type: 'question';
  id: number;
  /** The question: shouldReceive: whether the gesture gets this touch; shouldBegin: whether it may begin, or be recognized. */
  ask: string;
  time: number;
  /** The event time in µs from which the answer declared in the configuration counts. */
  deadline: number;
  panel: string;
  gesture: string;
  kind: string;
  region: string;
  touches: number[];
  local: Point;
  /** The region that the touch hit, with shouldReceive. */
  target?: string;
  translation?: Point;
  velocity?: Point | number;
  scale?: number;
  rotation?: number;
  scaleVelocity?: number;
  rotationVelocity?: number;
  direction?: string;
  taps?: number;
}

/** A panel of a snapshot. */
export interface Panel {
  id: string;
  name: string;
  screen: string;
  /** [x, y], or null if the panel does not state its size. */
  pointsPerMillimetre: Point | null;
}

/** The current state of a region. */
export interface Region {
  id: string;
  path: string;
  kind: string;
  screen: string;
  /** [x, y, width, height] in the region's own space. */
  bounds: [number, number, number, number];
  /** [a, b, c, d, tx, ty]: the map from the region's own space to points of the screen: x' = a·x + c·y + tx, y' = b·x + d·y + ty. */
  toScreen: [number, number, number, number, number, number];
  /** True if the region, or one around it, is hidden or takes no touches. */
  refuses: boolean;
  /** The value of a slider or knob. */
  value?: number;
  /** The state of a switch. */
  isOn?: boolean;
  /** The offset of a scroll view, as in its events. */
  offset?: Point;
  /** The zoom scale of a scroll view. */
  zoomScale?: number;
}

/** The state at one moment. This client does not get the listed touches, only those that begin later. */
export interface Snapshot {
  type: 'snapshot';
  seq: number;
  generation: number;
  panels: Panel[];
  regions: Region[];
  touches: Fields[];
  screens: ScreenState[];
}

/** The current state of a screen. */
export interface ScreenState {
  /** The screen's ID. */
  screen: string;
  display: 'on' | 'off' | 'unknown';
  activity: 'active' | 'idle';
  /** The longest idle threshold that has passed without a touch, in seconds; null while the screen is active. */
  idle: number | null;
  /** The mode. While it is cleaning or locked, no touch reaches a receiver. */
  mode: 'normal' | 'cleaning' | 'locked';
  /** The event time of the last touch in µs; null if nobody has touched yet. */
  lastTouch: number | null;
}

/** A property of a screen has changed. */
export interface Screen extends ScreenState {
  type: 'screen';
}

/** A staff gesture that was made. For clients with the right `staff`. */
export interface Staff {
  type: 'staff';
  screen: string;
  /** The gesture's ID in the configuration. */
  id: string;
  /** The event time in µs. */
  time: number;
}

/** A property that was set at run time and that a reload of the configuration file has changed. */
export interface GaveWay {
  region: string;
  /** The property, as in `set` of an edit. Absent: the region as a whole. */
  key?: string;
  /** The number of the client that made the edit. Absent if no client did. */
  client?: number;
}

/** The result of a reload. If the configuration was refused, the old one stays in force, and there are no panels, regions and `gaveWay`. */
export interface Config {
  type: 'config';
  ok: boolean;
  generation: number;
  /** The error, if the configuration was refused. */
  message?: string;
  panels: Panel[];
  regions: Region[];
  /** The properties set at run time that the file has changed. */
  gaveWay: GaveWay[];
}

/** Regions were added or removed, or changed places. `regions` are all regions that the subscriptions match now. */
export interface Tree {
  type: 'tree';
  generation: number;
  regions: Region[];
}

/** Properties of these regions were set; other regions have not changed. */
export interface Changed {
  type: 'changed';
  generation: number;
  regions: Region[];
}

/** The configuration file has overridden an edit of this client. The library does not redo it. */
export interface Overridden {
  type: 'overridden';
  region: string;
  /** The property, as in `set` of an edit. Absent: the region as a whole. */
  key?: string;
  generation: number;
}

/** A warning for the program's author or the machine's owner. */
export interface Warning {
  type: 'warning';
  /** lastGoodConfiguration: touchd's configuration file is invalid. unmatchedPattern: a subscription's pattern matches no region now. */
  code: string;
  message: string;
  /** The request's ID, for unmatchedPattern. */
  id?: number;
  /** The pattern, for unmatchedPattern. */
  glob?: string;
  /** A similar pattern that matches, if there is one, for unmatchedPattern. */
  near?: string;
}

/** An edit of the tree, as in docs/protocol.md. */
export interface Edit extends Fields {
  op: 'add' | 'remove' | 'bringToFront' | 'sendToBack' | 'move' | 'set' | 'setBoundsOrigin';
}

export type Item =
  | Frame
  | { type: 'connected'; server: string; epoch: string; capabilities: string[] }
  /** The connection was lost. Everything in progress has been cancelled, and requests without a reply have been refused. */
  | { type: 'disconnected'; reason: string }
  /** The client has no connection, and waits for the next attempt. Comes once for each reason. `code`: 'ECONNREFUSED': touchd-web does not answer, or
   * refuses this page; 'ETIMEDOUT': no hello came in time. `path` is the address; `message` also says what to do. */
  | { type: 'waiting'; path: string; code?: string; message: string }
  /** A reply of touchd or of the library. The library's `code` is 'disconnected' if the request was sent and may have been done, 'notSent' if not. */
  | { type: 'reply'; id: number; ok: true; [key: string]: any }
  | { type: 'reply'; id: number; ok: false; error: { code: string; message: string; hint?: string } }
  | Snapshot
  | Screen
  | Staff
  | Config
  | Tree
  | Changed
  | Overridden
  | Warning
  | { type: 'lagged'; seq: number; merged: number; cancelled: number[] }
  | { type: 'released'; receivers: string[]; reason: string }
  | Question
  /** Any other line: panel, trace, settled, input, recorded, pong, synced, bye, and lines of later servers. */
  | { type: 'message'; fields: Fields & { type: string } };

export interface ClientOptions {
  /** The address of touchd-web; default: the origin of the page. */
  url?: string;
  /** The secret of a token of touchd-web. */
  token?: string;
  /** The client's name in touchd's log, and the prefix of the IDs of its regions. */
  name?: string;
  /** The number of attempts to reconnect until a connection has lasted; default Infinity: without end, because nobody restarts a page. */
  retries?: number;
  /** The milliseconds within which touchd must say hello after the bridge has accepted the connection; default 5000. */
  helloWithin?: number;
  /** A `new Redo()` of touchd-redo.js, for edits with `redo`. */
  redo?: object;
}

export interface Wishes {
  events?: ('touch' | 'gesture' | 'control' | 'scroll')[];
  observe?: boolean;
  axes?: boolean;
  maxRate?: number;
  coalesced?: boolean;
}

export interface FollowOptions {
  /** The path of the page's own region, such as 'kiosk/page'. Without it the page adds a window of the size `size` to `screen`, which only trusted
   * users may do. */
  into?: string;
  screen?: string;
  size?: Point;
  /** The viewport's frame in that region, [x, y, width, height] in the region's own points; default: all of it. */
  frame?: [number, number, number, number];
  /** The clockwise turn of the page relative to that region, in degrees: 0, 90, 180, 270. */
  rotation?: number;
  /** The prefix of each ID; default: the client's name and a dot. */
  prefix?: string;
  /** The distance outside the viewport and outside scroll containers within which elements have regions; default '100%'. */
  margin?: string;
  /** Whether the element below the finger gets PointerEvents, and `click` on a control's touchUpInside. */
  pointerEvents?: boolean;
  /** Whether regions get the accessible name, role and state of their elements, for the accessible glass; default: false. Programs with the
   * right `accessibility` get them. */
  accessibility?: boolean;
  /** More properties of an element's region, as in the configuration; they win over the attributes. */
  properties?(element: Element): Fields;
}

export interface Follower {
  /** The ID of the element's region, if it has one. */
  region(element: Element): string | undefined;
  /** Removes the regions. Elements get no more events. */
  stop(): void;
  /** Fulfilled when touchd-follow.js is loaded; rejected if the first attempt to load it fails. Further attempts follow until `stop`. */
  readonly loaded: Promise<void>;
}

/** A client of touchd. It dispatches each item by its type, as a CustomEvent's `detail`; of a frame also 'touch' (one that began), 'sensitive',
 * 'gesture', 'control', 'scroll', 'outside', 'press'; and 'error' with a TouchdError when it gives up. It connects after the code that created it
 * has returned. */
export class Client extends EventTarget {
  constructor(options?: ClientOptions);
  readonly url: string;
  readonly name: string | undefined;
  readonly closed: boolean;
  /** The capabilities of touchd, since the last 'connected'. */
  readonly capabilities: string[];
  /** The touches that are down, by ID. Each value is the last event of the touch for its first receiver. */
  readonly touches: Map<number, TouchEvent>;
  /** Stops all followers of this client, and ends the connection. */
  close(): void;
  subscribe(regions?: string | string[], wishes?: Wishes): number;
  /** Ends a subscription, named by the ID of its request. If touchd has not answered it, the library sends this request after the answer. */
  unsubscribe(subscription: number): number;
  claim(receivers: string | string[], options?: { ackWithin?: number }): number;
  release(receivers: string | string[]): number;
  /** Makes all of `edits`, or none. `keep`: added regions stay when the connection ends. `redo`: each new connection repeats what is left of the
   * request; this requires touchd-redo.js. */
  edit(edits: Edit[], options?: { keep?: boolean; redo?: boolean }): number;
  ack(seq: number): void;
  /** Answers a question, given as an object or by its ID. There is no reply. An answer that comes too late has no effect. */
  answer(question: Question | number, value: boolean): void;
  ping(): number;
  sync(): number;
  request(type: string, fields?: Fields): number;
  /** Makes regions of the elements with `data-touch` in `root` (default: the body), and keeps them where the elements' boxes are. */
  follow(root?: Element, options?: FollowOptions): Follower;
}

/** Creates a client, with one subscription if there are `regions`. */
export function connect(options?: ClientOptions & Wishes & { regions?: string | string[] }): Client;
/** The touches that came down on one of these regions and lifted inside it. Nothing else is a press. */
export function presses(regions?: string | string[], options?: ClientOptions): AsyncGenerator<TouchEvent, void, void>;
/** True for a touch that ended inside its region, and for a control's touchUpInside. */
export function isPress(event: Event): boolean;

export class TouchdError extends Error {}
/** The server speaks another protocol. */
export class ProtocolMismatch extends TouchdError {}
/** The retry budget is used up. */
export class Unreachable extends TouchdError {}
export class Refused extends TouchdError {}

/** touchd.js: a page as a client of touchd, by way of touchd-web. docs/web.md says how it is used, docs/clients.md what each item has. */

export type Phase = 'began' | 'moved' | 'stationary' | 'ended' | 'cancelled';
export type State = 'recognized' | 'began' | 'changed' | 'ended' | 'cancelled';
export type Point = [number, number];
export type TouchEnd = { type: 'ended' } | { type: 'cancelled'; reason: string };

/** One finger on one region from down to up: the same object in each of its events. Dispatches 'moved', 'ended' and 'cancelled'. */
export class Touch extends EventTarget {
  constructor(id: number, region: string | null);
  readonly id: number;
  readonly region: string | null;
  /** Only 'ended' is a lift. */
  readonly end: TouchEnd | null;
  readonly isDown: boolean;
}

interface Made {
  /** Made by the library, because the connection is gone. */
  synthetic?: true;
}

/** Ids and times are whole numbers: exact up to 2^53, which touchd does not reach in a century of touches. */
export interface TouchEvent extends Made {
  event: 'touch';
  id: number;
  phase: Phase;
  region: string | null;
  target: string | null;
  /** Points of the screen. */
  x: number;
  y: number;
  /** In the region's own space. */
  local: Point | null;
  tapCount: number;
  inside: boolean;
  /** Of a cancelled touch. */
  reason?: string;
  pressure?: number;
  major?: number;
  minor?: number;
  orientation?: number;
  tool?: string;
  distance?: number;
  /** µs, if it differs from the frame's time. */
  timestamp?: number;
  /** The samples that were merged, oldest first; the last is the event itself. Only if the subscription asked for them. */
  coalesced?: Sample[];
  touch: Touch;
}

/** A touch in one of the panel's reports. */
export interface Sample {
  /** µs of event time. */
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

/** A touch in another client's sensitive region. It has no place, and it is never a press. */
export interface SensitiveEvent extends Made {
  event: 'sensitive';
  id: number;
  phase: Phase;
  region: string | null;
  target: string | null;
  /** Of a cancelled one. */
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
  /** µs, if it differs from the frame's time: the gesture had to wait for an answer. */
  timestamp?: number;
}

export interface ControlEvent extends Made {
  event: 'control';
  region: string;
  action: string;
  id: number;
  /** A slider's or knob's new one, with valueChanged. */
  value?: number;
  /** A switch's new state, with valueChanged. */
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
  /** 0 in a frame that the library has made. */
  seq: number;
  /** µs of event time. */
  time: number;
  panel: string;
  events: Event[];
}

export interface Fields { [key: string]: any }

/** A gesture asks. Answer with `answer(question, true)` or `false` before the deadline. */
export interface Question {
  type: 'question';
  id: number;
  /** shouldReceive: whether the gesture gets this touch; shouldBegin: whether it may begin, or be recognized. */
  ask: string;
  time: number;
  /** µs of event time: from then on the declared answer counts. */
  deadline: number;
  panel: string;
  gesture: string;
  kind: string;
  region: string;
  touches: number[];
  local: Point;
  /** The region that the touch has hit, with shouldReceive. */
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
  /** [x, y], or null if the panel does not say how large it is. */
  pointsPerMillimetre: Point | null;
}

/** A region as it is now. */
export interface Region {
  id: string;
  path: string;
  kind: string;
  screen: string;
  /** [x, y, width, height]: the region's own space. */
  bounds: [number, number, number, number];
  /** [a, b, c, d, tx, ty], from the own space to points of the screen: x' = a·x + c·y + tx, y' = b·x + d·y + ty. */
  toScreen: [number, number, number, number, number, number];
  /** It, or one around it, is hidden or takes no touches. */
  refuses: boolean;
  /** A slider's or knob's. */
  value?: number;
  /** A switch's. */
  isOn?: boolean;
  /** A scroll view's, as in its events. */
  offset?: Point;
  /** A scroll view's. */
  zoomScale?: number;
}

/** The picture at one moment. The touches listed are not this client's: it gets those that begin later. */
export interface Snapshot {
  type: 'snapshot';
  seq: number;
  generation: number;
  panels: Panel[];
  regions: Region[];
  touches: Fields[];
  screens: ScreenState[];
}

/** A screen as it is now. */
export interface ScreenState {
  /** Its id. */
  screen: string;
  display: 'on' | 'off' | 'unknown';
  activity: 'active' | 'idle';
  /** The threshold that has passed without a touch, in seconds; null while it is active. */
  idle: number | null;
  /** cleaning, locked: no touch reaches anybody. */
  mode: 'normal' | 'cleaning' | 'locked';
  /** µs of event time; null: nobody has touched yet. */
  lastTouch: number | null;
}

/** Something of a screen has changed. */
export interface Screen extends ScreenState {
  type: 'screen';
}

/** Somebody has made one of the staff's gestures. For clients with the right `staff`. */
export interface Staff {
  type: 'staff';
  screen: string;
  /** The gesture's, as the configuration has it. */
  id: string;
  /** µs of event time. */
  time: number;
}

/** A property that happened at run time, and that the file has changed. */
export interface GaveWay {
  region: string;
  /** As in `set` of an edit. Not there: the region as a whole. */
  key?: string;
  /** The number of the client whose edit it was. Not there: not a client's. */
  client?: number;
}

/** The configuration was reloaded, or refused, and the old one stays: then there are no panels, regions and `gaveWay`. */
export interface Config {
  type: 'config';
  ok: boolean;
  generation: number;
  /** What is wrong with it, if it was refused. */
  message?: string;
  panels: Panel[];
  regions: Region[];
  /** What the file has changed of what had happened at run time. */
  gaveWay: GaveWay[];
}

/** Regions came, went or changed places. `regions` are all that the subscriptions match now. */
export interface Tree {
  type: 'tree';
  generation: number;
  regions: Region[];
}

/** Properties of these regions were set; the other regions are as they were. */
export interface Changed {
  type: 'changed';
  generation: number;
  regions: Region[];
}

/** An edit of this client gave way to the configuration file. The library does not redo it. */
export interface Overridden {
  type: 'overridden';
  region: string;
  /** The property, as in `set` of an edit. Not there: the region as a whole. */
  key?: string;
  generation: number;
}

/** Something that the program's author, or the machine's owner, should know. */
export interface Warning {
  type: 'warning';
  /** lastGoodConfiguration: touchd's file is wrong. unmatchedPattern: a subscription's pattern matches no region now. */
  code: string;
  message: string;
  /** Of unmatchedPattern: the request's. */
  id?: number;
  /** Of unmatchedPattern. */
  glob?: string;
  /** Of unmatchedPattern: a pattern that matches, if one is close to it. */
  near?: string;
}

/** One change of the tree, as docs/protocol.md has it. */
export interface Edit extends Fields {
  op: 'add' | 'remove' | 'bringToFront' | 'sendToBack' | 'move' | 'set' | 'setBoundsOrigin';
}

export type Item =
  | Frame
  | { type: 'connected'; server: string; epoch: string; capabilities: string[] }
  /** Everything in progress has been cancelled, and requests without a reply have been refused. */
  | { type: 'disconnected'; reason: string }
  /** There is no connection, and the client waits for the next attempt. Comes once for each reason. `code`: 'ECONNREFUSED', touchd-web does not
   *  answer, or refuses this page; 'ETIMEDOUT', no hello came in time. `path` is the address; `message` also says what to do. */
  | { type: 'waiting'; path: string; code?: string; message: string }
  /** touchd's, or the library's own: `code` is 'disconnected' if the request was sent and may have been done, 'notSent' if it was not sent. */
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
  /** touchd-web's address; default: where the page comes from. */
  url?: string;
  /** The secret of a token of touchd-web. */
  token?: string;
  /** How touchd calls this client in its log; and the prefix of the ids of its regions. */
  name?: string;
  /** The number of attempts to connect again until a connection has lasted; default 100; Infinity is without end. */
  retries?: number;
  /** Milliseconds in which touchd must say hello after the bridge has accepted; default 5000. */
  helloWithin?: number;
  /** `new Redo()` of touchd-redo.js: for edits with `redo`. */
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
  /** The path of the region that is the page's own, such as 'kiosk/page'. Without it the page adds a window of its own to `screen`, `size`
   *  large, which only trusted users may. */
  into?: string;
  screen?: string;
  size?: Point;
  /** Where the viewport lies in that region, [x, y, width, height] in its own points; default: all of it. */
  frame?: [number, number, number, number];
  /** Degrees, clockwise, by which the page is turned against that region: 0, 90, 180, 270. */
  rotation?: number;
  /** In front of each id; default: the client's name and a dot. */
  prefix?: string;
  /** How far outside of the viewport, and of what scrolls, elements have regions; default '100%'. */
  margin?: string;
  /** PointerEvents on what is below the finger, and `click` on a control's touchUpInside. */
  pointerEvents?: boolean;
  /** More properties of an element's region, as in the configuration; they win over the attributes. */
  properties?(element: Element): Fields;
}

export interface Follower {
  /** The id of the element's region, if it has one. */
  region(element: Element): string | undefined;
  /** The regions go, and elements get no more events. */
  stop(): void;
  /** Fulfilled when touchd-follow.js is loaded; rejected if it is not beside touchd.js. */
  readonly loaded: Promise<void>;
}

/** Dispatches each item by its type, as a CustomEvent's `detail`; of a frame also 'touch' (one that began), 'sensitive', 'gesture', 'control',
 *  'scroll', 'outside', 'press'; and 'error' with a TouchdError when it gives up. It connects when the code that made it has ended. */
export class Client extends EventTarget {
  constructor(options?: ClientOptions);
  readonly url: string;
  readonly name: string | undefined;
  readonly closed: boolean;
  /** What this touchd can, since the last 'connected'. */
  readonly capabilities: string[];
  /** What is down now, by the touch's id: its last event, of the receiver that was told first. */
  readonly touches: Map<number, TouchEvent>;
  close(): void;
  subscribe(regions?: string | string[], wishes?: Wishes): number;
  unsubscribe(subscription: number): number;
  claim(receivers: string | string[], options?: { ackWithin?: number }): number;
  release(receivers: string | string[]): number;
  /** All of `edits`, or none. `keep`: what is added stays when the connection ends. `redo`: each new connection makes again what is left of
   *  it; that takes touchd-redo.js. */
  edit(edits: Edit[], options?: { keep?: boolean; redo?: boolean }): number;
  ack(seq: number): void;
  /** Answers a question, or the question with this id. There is no reply. An answer that comes too late changes nothing. */
  answer(question: Question | number, value: boolean): void;
  ping(): number;
  sync(): number;
  request(type: string, fields?: Fields): number;
  /** Elements with `data-touch` in `root` (the body) become regions that stay where their boxes are. */
  follow(root?: Element, options?: FollowOptions): Follower;
}

/** A client, with one subscription if there are `regions`. */
export function connect(options?: ClientOptions & Wishes & { regions?: string | string[] }): Client;
/** The touches that came down on one of these regions and lifted inside it. Nothing else is a press. */
export function presses(regions?: string | string[], options?: ClientOptions): AsyncGenerator<TouchEvent, void, void>;
/** A touch that ended inside of its region, or a control's touchUpInside. */
export function isPress(event: Event): boolean;

export class TouchdError extends Error {}
/** touchd speaks another protocol. */
export class ProtocolMismatch extends TouchdError {}
/** The retry budget is used up. */
export class Unreachable extends TouchdError {}
export class Refused extends TouchdError {}

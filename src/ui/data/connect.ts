/** Connects this tab to the shared worker. The only file that names the worker's. */
import { effect, signal, type ReadonlySignal } from '@preact/signals-core';
import { wrap, transfer, type Remote } from 'comlink';
import workerUrl from '../../worker/main.ts?sharedworker&url';
import type { Query, RowQuery, ViewRow } from '../../domain/queries.ts';
import type {
  Commands,
  Outcome,
  TabMessage,
  Unable,
  WorkerMessage,
  WorkerName,
  World,
} from '../../worker/contract.ts';
import { SLOW_CALLS } from '../../protocol/slow-calls.ts';
import { isServedReplay } from './served-replay.ts';
import { DEADLINE_MS, LONG_DEADLINE_MS, withDeadline, withFallback } from './deadline.ts';
import { LiveView, type TabView } from './live-view.ts';
import { TabStream } from './tab-stream.ts';
import { giveUpWorker, workerName } from './worker-name.ts';
import { WorkerWatch } from './worker-watch.ts';

/** Why the portal cannot run in this browser, or how its worker is. */
export type WorkerState =
  | { readonly kind: 'starting' }
  | { readonly kind: 'running' }
  /** The worker died, or could not be loaded, and is built again. */
  | { readonly kind: 'restarting' }
  /** `missing`: what the browser lacks here; over plain http on a network it lacks Web Locks. */
  | { readonly kind: 'unsupported'; readonly missing: 'shared-worker' | 'secure-context' }
  /** Another version of the portal runs in the other tabs: this one must be reloaded. */
  | { readonly kind: 'replaced' };

/** The commands as a tab calls them, each with its deadline. */
export type TabCommands = Pick<
  Commands,
  | 'call'
  | 'act'
  | 'write'
  | 'writeAgain'
  | 'dismiss'
  | 'older'
  | 'history'
  | 'days'
  | 'search'
  | 'signOut'
  | 'reconnect'
  | 'keepAgain'
  | 'sign'
  | 'inspect'
  | 'hash'
  | 'exportRecording'
  | 'markRecording'
>;

/** Everything a tab has of the data layer. */
export interface Connection {
  /** What this tab calls itself to the worker. */
  readonly tab: string;
  readonly state: ReadonlySignal<WorkerState>;
  readonly commands: TabCommands;
  /** A worker hung, and another took its place: the one that hangs uses up a core until the pages of its time are gone. */
  readonly hung: ReadonlySignal<boolean>;
  /** Seconds by which what this tab shows is behind; 0 where it keeps up. */
  readonly behind: ReadonlySignal<number>;
  /** A recording is shown: nothing can be sent, and nothing more comes than it tells. */
  readonly replaying: boolean;
  /** How often the operator had each part of the portal loaded again, by its name. */
  readonly reloads: ReadonlySignal<ReadonlyMap<string, number>>;
  /** Keeps a view up to date; answers how to stop. */
  subscribe(query: Query, view: TabView): () => void;
  /** A view to subscribe with. Where the tab shows its query already, it has the rows at once. */
  view<Row extends ViewRow>(query: RowQuery): LiveView<Row>;
}

/** A connection that asks for the page's rows while the page itself is still loading. */
export interface AheadConnection extends Connection {
  /** Resolves when those rows are there. */
  readonly arrived: Promise<void>;
}

/** Half a frame of most screens: patches come about once a frame. */
const HALF_FRAME_MS = 8;
/** A worker whose file could not be loaded is tried again after so long. */
const RETRY_MS = 2_000;
/** So often a tab looks how it keeps up. */
const WATCH_MS = 1_000;
/** Rows that were asked for ahead and that no component took are let go after this. */
const AHEAD_MS = 10_000;

/**
 * Starts the worker, or joins the one that other tabs have started. Called once a page. `ahead`: what the
 * page will show, asked for while the rest of it is still being read. `world`: whom its worker is for.
 */
export function connect(ahead: readonly Query[] = [], world: World = 'account'): AheadConnection {
  const state = signal<WorkerState>({ kind: 'starting' });
  const reloads = signal<ReadonlyMap<string, number>>(new Map());
  const tab = crypto.randomUUID?.() ?? String(performance.timeOrigin + Math.random());
  let worker: RunningWorker | null = null;
  let locked = false;

  const stream = new TabStream({
    now: () => Date.now(),
    build: workerUrl,
    elapsed: () => performance.now(),
    nextFrame: framesOrSooner(),
    welcomed(aliveLock) {
      state.value = { kind: 'running' };
      const welcoming = worker;
      // One that was given up before it died is nobody's.
      const died = () => (worker === welcoming ? start() : undefined);
      navigator.locks.request(aliveLock, { mode: 'shared' }, died).catch(reportError);
    },
    reload(components) {
      const counts = new Map(reloads.value);
      for (const name of components) counts.set(name, (counts.get(name) ?? 0) + 1);
      reloads.value = counts;
    },
    bye(message) {
      if (message.reason === 'replaced') state.value = { kind: 'replaced' };
    },
  });

  /** The first worker, or another in the place of one that died; none for a tab that must be reloaded. */
  function start(): void {
    if (state.peek().kind === 'replaced') return;
    if (worker !== null) {
      state.value = { kind: 'restarting' };
      worker.end();
      watch.replaced();
    }
    const started = runWorker(
      workerName(world),
      (message) => {
        watch.told();
        stream.receive(message);
      },
      () => setTimeout(() => again(started), RETRY_MS),
    );
    worker = started;
    if (locked) attach(started);
  }

  /** An error of a worker that has answered is one of its own, which it outlives; its lock says when it died. */
  function again(failed: RunningWorker): void {
    if (worker === failed && state.peek().kind !== 'running') start();
  }

  /** Only under this page's lock: a worker could not tell otherwise that the page is gone. */
  function attach(to: RunningWorker): void {
    to.attach(tab);
    stream.connect(to.post);
  }

  const hung = signal(false);
  const watch = new WorkerWatch({
    elapsed: () => performance.now(),
    visible: () => document.visibilityState === 'visible',
    ask: () => alive((remote) => remote.pulse()),
    drawn: () => stream.drawn,
    hung() {
      if (worker === null) return;
      hung.value = true;
      giveUpWorker(world, worker.name);
      start();
    },
  });
  /** Another page found out that the worker hangs: all go on with the same one. */
  const moved = () => {
    if (worker !== null && worker.name !== workerName(world)) start();
  };

  const missing =
    typeof SharedWorker === 'undefined'
      ? ('shared-worker' as const)
      : navigator.locks === undefined
        ? ('secure-context' as const)
        : null;
  if (missing === null) {
    start();
    // Held until this page ends, before the worker hears of the tab: granted to it means dead.
    navigator.locks
      .request(`tab:${tab}`, () => {
        locked = true;
        if (worker !== null) attach(worker);
        return new Promise<never>(() => {});
      })
      .catch(reportError);
    const seen = () =>
      stream.visibility(document.visibilityState === 'visible', document.hasFocus());
    setInterval(() => watch.tick(), WATCH_MS);
    addEventListener('storage', moved);
    document.addEventListener('visibilitychange', seen);
    addEventListener('focus', seen);
    addEventListener('blur', seen);
    seen();
  } else state.value = { kind: 'unsupported', missing };

  const after = (ms: number, callback: () => void) => {
    const timer = setTimeout(callback, ms);
    return () => clearTimeout(timer);
  };
  /** Asks the worker, and knows no outcome when it dies in the meantime. */
  const ask = <T>(
    question: (remote: Remote<Commands>) => Promise<Outcome<T>>,
    ms: number,
  ): Promise<Outcome<T>> => {
    const nobody: Outcome<T> = { ok: false, error: { kind: 'unreachable' } };
    if (worker === null) return Promise.resolve(nobody);
    const answer = worker.whileAlive(question(worker.remote), () => Promise.resolve(nobody));
    return withDeadline(answer, ms, after);
  };
  /** Asks the worker what it alone knows; fails when there is none, and when it dies in the meantime. */
  const alive = <T>(question: (remote: Remote<Commands>) => Promise<T>): Promise<T> => {
    if (worker === null) return Promise.reject(new TypeError('There is no worker yet.'));
    const died = () => Promise.reject(new TypeError('The worker died.'));
    return worker.whileAlive(question(worker.remote), died);
  };
  /** The same, for what it answers at once or not at all. */
  const soon = <T>(question: (remote: Remote<Commands>) => Promise<T>): Promise<T> =>
    withFallback(alive(question), DEADLINE_MS, after, () =>
      Promise.reject(new TypeError('The worker does not answer.')),
    );
  /** Tells the worker something that another one need not know. */
  const tell = async (word: (remote: Remote<Commands>) => Promise<void>): Promise<void> =>
    worker?.whileAlive(word(worker.remote), () => Promise.resolve());

  const lost = (): Promise<Outcome<null>> =>
    Promise.resolve({ ok: false, error: { kind: 'deadline' } });

  const commands: TabCommands = {
    call: (name, input) => {
      const question = (remote: Remote<Commands>) =>
        remote.call(name, input) as ReturnType<Commands['call']>;
      return ask(question, SLOW_CALLS.has(name) ? LONG_DEADLINE_MS : DEADLINE_MS) as never;
    },
    act: (serverId, requestId, request, playerName) =>
      ask((remote) => remote.act(serverId, requestId, request, playerName), LONG_DEADLINE_MS),
    // Without a deadline: what becomes of it stands among the writes. Only a worker that dies loses it.
    write: (asked) => worker?.whileAlive(worker.remote.write(asked), lost) ?? lost(),
    writeAgain: (writeId) => tell((remote) => remote.writeAgain(writeId)),
    dismiss: (requestId) => tell((remote) => remote.dismiss(requestId)),
    older: (serverId, which) => ask((remote) => remote.older(serverId, which), DEADLINE_MS),
    days: (serverIds) => ask((remote) => remote.days(serverIds), DEADLINE_MS),
    history: (serverId, span, before) =>
      ask((remote) => remote.history(serverId, span, before), DEADLINE_MS),
    search: (question) => soon((remote) => remote.search(question)),
    signOut: () => ask((remote) => remote.signOut(), DEADLINE_MS),
    reconnect: () => tell((remote) => remote.reconnect()),
    keepAgain: () => {
      // A worker that hangs or dies over it has kept nothing.
      const no = () => Promise.resolve(false);
      const kept = worker?.whileAlive(worker.remote.keepAgain(), no) ?? no();
      return withFallback(kept, LONG_DEADLINE_MS, after, no);
    },
    sign: () => alive((remote) => remote.sign()),
    inspect: () => soon((remote) => remote.inspect()),
    hash: (of) => soon((remote) => remote.hash(of)),
    exportRecording: (request) => alive(async (remote) => remote.exportRecording(request)),
    markRecording: (mark) => alive((remote) => remote.markRecording(mark)),
  };

  const views = ahead.map((query) => {
    const view = new LiveView();
    after(AHEAD_MS, stream.subscribe(query, view));
    return view;
  });
  const arrived = new Promise<void>((resolve) => {
    effect(() => {
      if (views.every(({ ready }) => ready.value)) resolve();
    });
  });

  return {
    tab,
    arrived,
    state,
    commands,
    hung,
    behind: watch.behind,
    replaying: isServedReplay(),
    reloads,
    subscribe: (query, view) => stream.subscribe(query, view),
    view: <Row extends ViewRow>(query: RowQuery) =>
      new LiveView<Row>(stream.held(query) as LiveView<Row> | undefined),
  };
}

/**
 * At once, where the last callback and what it rendered are half a frame past: no frame is drawn for what
 * changes nothing on the screen. What comes sooner waits for the next frame; a hidden tab has none.
 */
function framesOrSooner(): (callback: () => void) => void {
  let ended = Number.NEGATIVE_INFINITY;
  return (callback) => {
    const run = () => {
      callback();
      // After what React renders of it, which is a microtask too.
      queueMicrotask(() => (ended = performance.now()));
    };
    const early = performance.now() - ended < HALF_FRAME_MS;
    if (early && document.visibilityState === 'visible') requestAnimationFrame(run);
    else queueMicrotask(run);
  };
}

/** One worker as this tab has it: its commands, and the port on which the stream flows. */
interface RunningWorker {
  readonly name: WorkerName;
  readonly remote: Remote<Commands>;
  /** Hands over the worker's end of the stream. */
  readonly attach: (tab: string) => void;
  readonly post: (message: TabMessage) => void;
  /** What a worker answers, or `dead` once it is given up: a dead one answers nothing, ever. */
  readonly whileAlive: <T>(answer: Promise<T>, dead: () => Promise<T>) => Promise<T>;
  readonly end: () => void;
}

function runWorker(
  name: WorkerName,
  receive: (message: WorkerMessage) => void,
  failed: () => void,
): RunningWorker {
  const shared = new SharedWorker(workerUrl, { type: 'module', name });
  shared.onerror = failed;
  const remote = wrap<Commands>(shared.port);
  shared.port.addEventListener('message', ({ data }: MessageEvent<unknown>) => {
    if (data === ('unable' satisfies Unable)) failed();
  });
  const { port1, port2 } = new MessageChannel();
  port1.onmessage = (event: MessageEvent<WorkerMessage>) => receive(event.data);
  // Not one promise that all wait for: what waits for it is kept as long as it, which is for weeks.
  const waiting = new Set<() => void>();
  return {
    name,
    remote,
    attach: (tab) => void remote.attach(transfer(port2, [port2]), tab).catch(reportError),
    post: (message) => port1.postMessage(message),
    whileAlive: (answer, dead) =>
      new Promise((resolve, reject) => {
        const died = () => resolve(dead());
        waiting.add(died);
        answer.then(resolve, reject).finally(() => waiting.delete(died));
      }),
    end() {
      port1.postMessage({ type: 'leave' } satisfies TabMessage);
      port1.close();
      shared.port.close();
      for (const died of waiting) died();
      waiting.clear();
    },
  };
}

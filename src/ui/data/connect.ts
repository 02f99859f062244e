/** Connects this tab to the shared worker. The only file that names the worker's. */
import { signal, type ReadonlySignal } from '@preact/signals-react';
import { wrap, transfer, type Remote } from 'comlink';
import workerUrl from '../../worker/main.ts?sharedworker&url';
import type { Query, ViewRow } from '../../domain/queries.ts';
import type { Commands, Outcome, WorkerMessage } from '../../worker/contract.ts';
import { DEADLINE_MS, LONG_DEADLINE_MS, withDeadline } from './deadline.ts';
import type { LiveView } from './live-view.ts';
import { TabStream } from './tab-stream.ts';

/** Why the portal cannot run in this browser, or how its worker is. */
export type WorkerState =
  | { readonly kind: 'starting' }
  | { readonly kind: 'running' }
  /** The worker died and is built anew. */
  | { readonly kind: 'restarting' }
  /** `missing`: what the browser lacks here; over plain http on a network it lacks Web Locks. */
  | { readonly kind: 'unsupported'; readonly missing: 'shared-worker' | 'secure-context' }
  /** Another version of the portal runs in the other tabs: this one must be reloaded. */
  | { readonly kind: 'replaced' };

/** The commands as a tab calls them, each with its deadline. */
export type TabCommands = Pick<
  Commands,
  'call' | 'act' | 'dismiss' | 'older' | 'history' | 'signOut' | 'reconnect' | 'inspect'
>;

/** Everything a tab has of the data layer. */
export interface Connection {
  readonly state: ReadonlySignal<WorkerState>;
  readonly commands: TabCommands;
  subscribe<Row extends ViewRow>(query: Query, view: LiveView<Row>): () => void;
}

const NAME = 'muster';

/** Starts the worker, or joins the one that other tabs have started. Called once a page. */
export function connect(): Connection {
  const state = signal<WorkerState>({ kind: 'starting' });
  const tab = crypto.randomUUID?.() ?? String(performance.timeOrigin + Math.random());
  let remote: Remote<Commands> | null = null;

  const stream = new TabStream({
    tab,
    build: workerUrl,
    nextFrame(callback) {
      if (document.visibilityState === 'visible') requestAnimationFrame(callback);
      else queueMicrotask(callback);
    },
    welcomed(aliveLock) {
      state.value = { kind: 'running' };
      navigator.locks
        .request(aliveLock, { mode: 'shared' }, () => {
          state.value = { kind: 'restarting' };
          start();
        })
        .catch(reportError);
    },
    bye(message) {
      if (message.reason === 'replaced') state.value = { kind: 'replaced' };
    },
  });

  function start(): void {
    const worker = new SharedWorker(workerUrl, { type: 'module', name: NAME });
    worker.onerror = (event) => reportError(event);
    remote = wrap<Commands>(worker.port);
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = (event: MessageEvent<WorkerMessage>) => stream.receive(event.data);
    remote.attach(transfer(port2, [port2])).catch(reportError);
    stream.connect((message) => port1.postMessage(message));
  }

  const missing =
    typeof SharedWorker === 'undefined'
      ? ('shared-worker' as const)
      : navigator.locks === undefined
        ? ('secure-context' as const)
        : null;
  if (missing === null) {
    // Held until this page ends, before the worker hears of the tab: granted to it means dead.
    navigator.locks
      .request(`tab:${tab}`, () => {
        start();
        return new Promise<never>(() => {});
      })
      .catch(reportError);
    const tell = () =>
      stream.visibility(document.visibilityState === 'visible', document.hasFocus());
    document.addEventListener('visibilitychange', tell);
    addEventListener('focus', tell);
    addEventListener('blur', tell);
    tell();
  } else state.value = { kind: 'unsupported', missing };

  const after = (ms: number, callback: () => void) => {
    const timer = setTimeout(callback, ms);
    return () => clearTimeout(timer);
  };
  const limited = <T>(answer: Promise<Outcome<T>> | undefined, ms: number): Promise<Outcome<T>> =>
    answer === undefined
      ? Promise.resolve({ ok: false, error: { kind: 'unreachable' } })
      : withDeadline(answer, ms, after);

  const commands: TabCommands = {
    call: (name, input) => {
      const slow = name === 'serversTest' || name === 'serversAdd' || name === 'serverEdit';
      const answer = remote?.call(name, input) as ReturnType<Commands['call']> | undefined;
      return limited(answer, slow ? LONG_DEADLINE_MS : DEADLINE_MS) as never;
    },
    act: (serverId, requestId, request) =>
      limited(remote?.act(serverId, requestId, request), LONG_DEADLINE_MS),
    dismiss: async (requestId) => remote?.dismiss(requestId),
    older: (serverId, which) => limited(remote?.older(serverId, which), DEADLINE_MS),
    history: (serverId, span) => limited(remote?.history(serverId, span), DEADLINE_MS),
    signOut: () => limited(remote?.signOut(), DEADLINE_MS),
    reconnect: async () => remote?.reconnect(),
    inspect: async () => {
      if (remote === null) throw new TypeError('There is no worker yet.');
      return remote.inspect();
    },
  };

  return {
    state,
    commands,
    subscribe: (query, view) => stream.subscribe(query, view as LiveView),
  };
}

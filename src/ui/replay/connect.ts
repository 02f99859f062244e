/** Opens a recording in a worker of this page's own. The only file that names that worker's. */
import { signal, type ReadonlySignal } from '@preact/signals-react';
import { proxy, transfer, wrap, type Remote } from 'comlink';
import workerUrl from '../../worker/replay/main.ts?worker&url';
import type { ViewRow } from '../../domain/queries.ts';
import type { CommandError, TabMessage } from '../../worker/contract.ts';
import type {
  Opened,
  OpenedRecording,
  OpeningProgress,
  ReplayControls,
  ReplayMessage,
  ReplayMoment,
  ReplayOpener,
} from '../../worker/replay/contract.ts';
import type { Connection, TabCommands } from '../data/connect.ts';
import { LiveView } from '../data/live-view.ts';
import { TabStream } from '../data/tab-stream.ts';

/** A recording that is open: the screens' data layer, and what moves it. */
export interface OpenReplay {
  readonly recording: OpenedRecording;
  readonly connection: Connection;
  readonly controls: Remote<ReplayControls>;
  readonly moment: ReadonlySignal<ReplayMoment>;
}

export type OpeningFailed = Extract<Opened, { ok: false }>['kind'] | 'no-worker';

/** A file that is being opened. */
export interface Opening {
  readonly opened: Promise<OpenReplay | OpeningFailed>;
  /** Ends it at once, however large the file; also once it is open. */
  readonly cancel: () => void;
}

const START: ReplayMoment = { position: 0, seq: null, at: null, speed: null };

/** Opens a recording. `told` hears how far it is. */
export function openReplay(file: Blob, told: (progress: OpeningProgress) => void): Opening {
  const worker = new Worker(workerUrl, { type: 'module' });
  const opener = wrap<ReplayOpener>(worker);
  const stream = new MessageChannel();
  const commands = new MessageChannel();
  const failed = new Promise<OpeningFailed>((resolve) => {
    worker.onerror = () => resolve('no-worker');
  });
  const opening = opener
    .open(
      file,
      proxy(told),
      transfer(stream.port2, [stream.port2]),
      transfer(commands.port2, [commands.port2]),
    )
    .then((opened) =>
      opened.ok ? replayOf(opened.recording, stream.port1, commands.port1) : opened.kind,
    );
  return {
    opened: Promise.race([opening, failed]).then((opened) => {
      if (typeof opened === 'string') worker.terminate();
      return opened;
    }),
    cancel: () => worker.terminate(),
  };
}

function replayOf(
  recording: OpenedRecording,
  port: MessagePort,
  commands: MessagePort,
): OpenReplay {
  const controls = wrap<ReplayControls>(commands);
  const moment = signal(START);
  const stream = new TabStream({
    now: () => Date.now(),
    build: workerUrl,
    elapsed: () => performance.now(),
    nextFrame: (callback) => {
      if (document.visibilityState === 'visible') requestAnimationFrame(callback);
      else queueMicrotask(callback);
    },
    welcomed: () => undefined,
    reload: () => undefined,
    bye: () => undefined,
  });
  port.onmessage = ({ data }: MessageEvent<ReplayMessage>) => {
    if (data.type === 'moment') moment.value = data.moment;
    else stream.receive(data);
  };
  stream.connect((message: TabMessage) => port.postMessage(message));
  return {
    recording,
    controls,
    moment,
    connection: {
      tab: 'replay',
      replaying: true,
      state: signal({ kind: 'running' }),
      hung: signal(false),
      behind: signal(0),
      reloads: signal<ReadonlyMap<string, number>>(new Map()),
      commands: commandsOf(controls),
      subscribe: (query, view) => stream.subscribe(query, view),
      view: <Row extends ViewRow>() => new LiveView<Row>(),
    },
  };
}

/** What screens may ask of a recording: what it tells, and nothing that would be sent. */
function commandsOf(controls: Remote<ReplayControls>): TabCommands {
  const error: CommandError = { kind: 'replaying' };
  const refused = async () => ({ ok: false, error }) as const;
  return {
    call: (name, input) => controls.call(name, input) as never,
    hash: async (of) => controls.hash(of),
    search: async (question) => controls.search(question),
    act: refused,
    write: refused,
    writeAgain: () => Promise.resolve(),
    older: refused,
    signOut: refused,
    // What was fetched when it was recorded is there; nothing else is.
    history: async () => ({ ok: true, value: null }),
    days: async () => ({ ok: true, value: null }),
    sign: async () => ({
      connection: { kind: 'live', since: 0, latency: null },
      silent: 0,
      fresh_at: null,
    }),
    dismiss: async () => undefined,
    reconnect: async () => undefined,
    keepAgain: async () => false,
    exportRecording: async () => 'not-kept',
    markRecording: async () => null,
    inspect: async () => {
      throw new TypeError('A recording has no worker to inspect.');
    },
  };
}

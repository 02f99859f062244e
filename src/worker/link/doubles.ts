import type { ConnectionState } from '../../domain/rows.ts';
import { environmentDouble, ManualClock, settled, SocketsDouble } from '../doubles.ts';
import { Link, type Readiness } from './link.ts';

export interface Trial {
  readonly link: Link;
  readonly clock: ManualClock;
  readonly sockets: SocketsDouble;
  readonly states: ConnectionState[];
  readonly received: string[];
  readonly host: { readiness: Readiness };
  /** What this browser refuses to do. */
  readonly broken: { socket: boolean };
  /** Opens the newest socket and acknowledges it. */
  accept(keepaliveMs?: number): void;
}

export function trial(random: () => number = () => 0.5): Trial {
  const clock = new ManualClock();
  const sockets = new SocketsDouble();
  const states: ConnectionState[] = [];
  const received: string[] = [];
  const host: { readiness: Readiness } = { readiness: { kind: 'ready' } };
  const broken = { socket: false };
  const link = new Link({
    environment: environmentDouble({
      clock,
      random,
      openSocket: (events) => {
        if (broken.socket) throw new DOMException('Not now.', 'SecurityError');
        return sockets.open(events);
      },
    }),
    prepare: async () => host.readiness,
    hello: () => [{ type: 'hello', protocol: 1, build: 'test', cursors: {} }],
    received: (text) => received.push(text),
    stateChanged: (state) => states.push(state),
  });
  const accept = (keepaliveMs = 4_000) => {
    sockets.last.events.opened();
    link.acknowledged(keepaliveMs);
  };
  return { link, clock, sockets, states, received, host, broken, accept };
}

export async function live(random?: () => number): Promise<Trial> {
  const made = trial(random);
  made.link.connect();
  await settled();
  made.accept();
  return made;
}

import type { Outcome } from '../../worker/contract.ts';
import type { Connection } from '../data/connect.ts';
import { newRequestId } from '../parts/request-id.ts';
import { Broadcaster } from './broadcaster.ts';

/** Something that is done with each of many servers. */
export interface Deed {
  /** What it is, above what became of it. */
  readonly title: string;
  /** What the server answers is for people. The same `requestId` again is the same request. */
  readonly ask: (serverId: string, requestId: string) => Promise<Outcome<string>>;
  /** What takes it back where it was done; null: nothing does. */
  readonly back: { readonly label: string; readonly deed: () => Deed } | null;
}

const runs = new WeakMap<Connection, Broadcaster<Deed>>();

/** What was done last with many servers in this tab: it goes on while the person looks at another page. */
export function runOf(connection: Connection): Broadcaster<Deed> {
  const run = runs.get(connection) ?? newRun();
  runs.set(connection, run);
  return run;
}

export function newRun(): Broadcaster<Deed> {
  return new Broadcaster({
    act: (serverId, requestId, { ask }) => ask(serverId, requestId),
    newId: newRequestId,
    wait: (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds)),
    hold: () => {
      const stay = (event: BeforeUnloadEvent) => event.preventDefault();
      addEventListener('beforeunload', stay);
      return () => removeEventListener('beforeunload', stay);
    },
  });
}

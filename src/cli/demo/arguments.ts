import { parseArgs } from 'node:util';
import { UsageError } from '../terminal.ts';
import { FLEET } from './fleet.ts';

export const DEMO_HELP = `muster demo: a Muster with made-up servers and players, to look at

  npm start -- --demo [options]

  --servers NUMBER      how many servers (${FLEET.length}); 1500 is all of DayZ
  --port PORT           the port to listen on (PORT, or 7070); 0 takes any free one
  --back ADDRESS        the address of the Muster to lead back to
  --help                this text

Ctrl-C ends it. It keeps its data in a temporary folder, and removes that when it ends.
`;

export interface DemoArguments {
  readonly servers: number;
  /** As an environment variable would have it. */
  readonly port: string | undefined;
  readonly back: string | null;
}

/** Reads the arguments of `muster demo`. Throws `UsageError`. */
export function readDemoArguments(args: readonly string[]): DemoArguments {
  const text = { type: 'string' } as const;
  const { values } = parseArgs({
    args: [...args],
    options: { servers: text, port: text, back: text },
  });
  const { servers = String(FLEET.length), port, back = null } = values;
  const count = /^\d{1,4}$/.test(servers) ? Number(servers) : 0;
  if (count < 1 || count > 2_000) {
    throw new UsageError(`--servers takes a whole number from 1 to 2000, not ${servers}.`);
  }
  if (back !== null && (!URL.canParse(back) || new URL(back).origin !== back)) {
    throw new UsageError(`--back takes an address such as http://127.0.0.1:7070, not ${back}.`);
  }
  return { servers: count, port, back };
}

import { change } from '../host/change/change.ts';
import { publish } from '../host/realtime/log.ts';
import { UI_COMPONENT } from '../protocol/session/events.ts';
import { accountStream } from '../protocol/streams.ts';
import type { Installation } from './installation.ts';
import { type Terminal, UsageError } from './terminal.ts';

export const RELOAD_HELP = `muster admin reload NAME...: reloads parts of the portal in every open tab

Parts: ${UI_COMPONENT.join(', ')}. What somebody is typing in that part is lost.
`;

/** Reloads parts of the portal in the tabs of every account. Throws `UsageError`. */
export async function adminReload(
  args: readonly string[],
  { db, secrets }: Installation,
  terminal: Terminal,
  now: number,
): Promise<void> {
  const known: readonly string[] = UI_COMPONENT;
  const unknown = args.find((name) => !known.includes(name));
  if (args.length === 0 || unknown !== undefined) {
    const found = unknown === undefined ? 'Say which part to reload' : `There is no '${unknown}'`;
    throw new UsageError(`${found}: name some of ${known.join(', ')}.`);
  }
  const components = [...new Set(args)];
  const accounts = await db.selectFrom('accounts').select('id').execute();
  await change({ db, secrets, publish, now }, async (made) => {
    for (const { id } of accounts) {
      made.tell(accountStream(id), 'ui:reload:components', { components });
    }
  });
  terminal.say(`Every open tab reloads ${components.join(', ')}.`);
}

import { parseArgs } from 'node:util';
import { change } from '../host/change/change.ts';
import { publish } from '../host/realtime/log.ts';
import { setRestriction } from '../host/servers/restrict.ts';
import type { Installation } from './installation.ts';
import { type Terminal, UsageError } from './terminal.ts';

export const RESTRICT_HELP = `muster admin restrict SERVER REASON...: restricts a server

  --end                 end the restriction

Nobody can use the server until you end it: not its owner either, who may only delete it. SERVER is its id, which stands
in the address of its pages, or its name. REASON is shown to everybody who has the server.
`;

const REASON_MAX = 200;

/** Restricts a server, or ends that. Throws `UsageError`. */
export async function adminRestrict(
  args: readonly string[],
  { db, secrets }: Installation,
  terminal: Terminal,
  now: number,
): Promise<void> {
  const { values, positionals } = parseArgs({
    args: [...args],
    strict: true,
    allowPositionals: true,
    options: { end: { type: 'boolean', default: false } },
  });
  const [named, ...words] = positionals;
  const reason = words.join(' ').trim();
  if (named === undefined || values.end === (reason !== '')) {
    throw new UsageError('Give a server and why: muster admin restrict SERVER REASON');
  }
  if (reason.length > REASON_MAX) {
    throw new UsageError(`The reason must be at most ${REASON_MAX} characters long.`);
  }
  const server = await serverOf(db, named);
  const changed = await change({ db, secrets, publish, now }, (made) =>
    setRestriction(made, server.id, {
      by: 'operator',
      restricts: !values.end,
      reason: values.end ? null : reason,
    }),
  );
  if (!changed && values.end) throw new UsageError(`You have not restricted ${server.identifier}.`);
  const { restricted } = await db
    .selectFrom('servers')
    .select('restricted')
    .where('id', '=', server.id)
    .executeTakeFirstOrThrow();
  terminal.say(
    restricted && values.end
      ? `${server.identifier} stays restricted: the plan of its owner does not hold it.`
      : `${server.identifier} is ${restricted ? 'restricted' : 'no longer restricted'}.`,
  );
}

async function serverOf(
  db: Installation['db'],
  named: string,
): Promise<{ readonly id: string; readonly identifier: string }> {
  const found = await db
    .selectFrom('servers')
    .select(['id', 'identifier'])
    .where((eb) => eb.or([eb('id', '=', named), eb('identifier', '=', named)]))
    .orderBy('id')
    .execute();
  const [server, ...more] = found;
  if (server === undefined) throw new UsageError(`There is no server ${named}. Check the name.`);
  if (more.length > 0) {
    const ids = found.map(({ id }) => id).join(', ');
    throw new UsageError(`Several servers are called ${named}: give the id of one, ${ids}.`);
  }
  return server;
}

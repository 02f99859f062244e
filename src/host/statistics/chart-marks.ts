import { sql } from 'kysely';
import { GAME, SERVER_ACTION, type GameName } from '../../protocol/enumerations.ts';
import { commandTable } from '../../protocol/games/commands.ts';
import type { CommandDeed } from '../../protocol/games/command.ts';
import { POPULATION_SPAN } from '../../protocol/servers/population.ts';
import { MARKS_MAX, type MarkKind } from '../../protocol/statistics/calls.ts';
import type { Answer, Handler } from '../calls/handler.ts';
import { atOneMoment, type Trx } from '../store/database.ts';

type Mark = Answer<'chartMarks'>['marks'][number];

/**
 * What the audit calls that which marks a chart: what changes who is on a server. Messages are left out: a messenger's
 * would stand on the whole line, and they disconnect nobody.
 */
const MARKED: Readonly<Record<string, MarkKind>> = {
  'actions.server-restart': 'restart',
  'actions.server-lock': 'lock',
  'actions.server-unlock': 'unlock',
  'actions.server-kick': 'kick',
  'actions.whitelist-pause': 'whitelist-pause',
  'actions.whitelist-resume': 'whitelist-resume',
};

/** What Muster does at a server's door by itself, as often as somebody comes. */
const AT_DOOR: Readonly<Record<string, MarkKind>> = {
  'modules.kick': 'kick',
  'modules.ban': 'ban',
  'bans.enforce': 'ban',
};
/** Of those, a span has one mark of a kind in each such part of it, so that they push nothing else out. */
const DOOR_PARTS = 96;

/** What a schedule does, by what the audit says of its step. */
const SCHEDULED: Readonly<Record<string, MarkKind>> = {
  lock: 'lock',
  kick: 'kick',
  [SERVER_ACTION.SERVER_RESTART]: 'restart',
  [SERVER_ACTION.SERVER_LOCK]: 'lock',
  [SERVER_ACTION.SERVER_UNLOCK]: 'unlock',
  [SERVER_ACTION.SERVER_KICK]: 'kick',
  [SERVER_ACTION.WHITELIST_PAUSE]: 'whitelist-pause',
  [SERVER_ACTION.WHITELIST_RESUME]: 'whitelist-resume',
};

/** What a command does that somebody typed in a console. */
const DEEDS: Readonly<Partial<Record<CommandDeed, MarkKind>>> = {
  lock: 'lock',
  unlock: 'unlock',
  kick: 'kick',
  'kick-all': 'kick',
  ban: 'ban',
  'ban-temporarily': 'ban',
  'add-ban': 'ban',
  restart: 'restart',
  'restart-after-mission': 'restart',
  'restart-countdown': 'restart',
  shutdown: 'restart',
  'shutdown-after-mission': 'restart',
};

/** The same by the names of commands: no two games call two of these the same. */
const TYPED: ReadonlyMap<string, MarkKind> = new Map(
  (Object.keys(GAME) as GameName[]).flatMap(commandTable).flatMap(({ name, does }) => {
    const kind = DEEDS[does];
    return kind === undefined ? [] : [[name, kind] as const];
  }),
);

/** `GET server/:id/chart-marks`: what happened in a span, and who did it. */
export const chartMarks: Handler<'chartMarks'> = async ({ params, query }, { db, now }) =>
  atOneMoment(db, async (trx) => {
    const { span } = query;
    const lasts = POPULATION_SPAN[span] * 1_000;
    const from = now - lasts;
    const all = [
      ...(await readDone(trx, params.server_id, from)),
      ...(await readAtDoor(trx, params.server_id, from, lasts / DOOR_PARTS)),
      ...(await readUnheard(trx, params.server_id, from)),
    ].toSorted((one, other) => one.at - other.at);
    return { span, marks: all.slice(-MARKS_MAX), more: all.length > MARKS_MAX };
  });

/** What was done through Muster and did not fail. */
async function readDone(trx: Trx, serverId: string, from: number): Promise<readonly Mark[]> {
  const { rows } = await sql<{
    at: number;
    action: string;
    actor_id: string | null;
    actor_name: string;
    step: string | null;
    command: string | null;
  }>`
    select key_at as at, key_action as action, data->>'actor_id' as actor_id,
      data->>'actor_name' as actor_name, data->'detail'->>'command' as command,
      coalesce(data->'detail'->>'action', data->'detail'->>'step') as step
    from paged_audit
    where server_id = ${serverId} and key_at >= ${from}
      and (
        key_action = any(${Object.keys(MARKED)}::text[])
        or key_action = 'actions.raw' and data->'detail'->>'command' = any(${[...TYPED.keys()]}::text[])
        or key_action = 'schedules.run'
          and coalesce(data->'detail'->>'action', data->'detail'->>'step')
            = any(${Object.keys(SCHEDULED)}::text[])
      )
      and coalesce(data->'detail'->>'outcome', '') <> 'failed'
    order by key_at desc, id desc limit ${MARKS_MAX + 1}
  `.execute(trx);
  return rows.flatMap(({ at, action, actor_id, actor_name, step, command }) => {
    const kind = MARKED[action] ?? SCHEDULED[step ?? ''] ?? TYPED.get(command ?? '');
    if (kind === undefined) return [];
    const by = actor_id === null ? null : { muster_id: actor_id, name: actor_name };
    return [{ at, kind, by, until: null }];
  });
}

/** What was done at the door: the first of each kind in each part of the span. */
async function readAtDoor(
  trx: Trx,
  serverId: string,
  from: number,
  part: number,
): Promise<readonly Mark[]> {
  const { rows } = await sql<{ at: number; action: string }>`
    select min(key_at) as at, key_action as action from paged_audit
    where server_id = ${serverId} and key_at >= ${from}
      and key_action = any(${Object.keys(AT_DOOR)}::text[])
      and coalesce(data->'detail'->>'outcome', '') <> 'failed'
    group by key_action, floor((key_at - ${from}) / ${part}::float)
  `.execute(trx);
  return rows.flatMap(({ at, action }) => {
    const kind = AT_DOOR[action];
    return kind === undefined ? [] : [{ at, kind, by: null, until: null }];
  });
}

/** When nobody heard the server: it was down, it restarted, or the way to it was cut. */
async function readUnheard(trx: Trx, serverId: string, from: number): Promise<readonly Mark[]> {
  const rows = await trx
    .selectFrom('statistic_gaps')
    .select(['from_at', 'to_at'])
    .where('server_id', '=', serverId)
    .where('to_at', '>=', from)
    .orderBy('to_at', 'desc')
    .limit(MARKS_MAX + 1)
    .execute();
  return rows.map(({ from_at, to_at }) => ({
    at: Math.max(from, from_at),
    kind: 'unheard' as const,
    by: null,
    until: to_at,
  }));
}

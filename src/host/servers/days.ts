import { sql } from 'kysely';
import { DAY, dayBegins } from '../../protocol/servers/day.ts';
import { LIST_IDS_MAX } from '../../protocol/servers/limits.ts';
import { grantedServers } from '../access/grants.ts';
import type { Answer, Handler } from '../calls/handler.ts';
import type { Database } from '../store/database.ts';

/** The resolution that days are made of, seconds: one of those that are kept, and a part of a step. */
const KEPT_STEP = 600;

interface Step {
  readonly step: number;
  readonly players: number | null;
}

/** The players of the last day on each of these servers: the most that were seen in each step. */
export async function readDays(
  db: Database,
  serverIds: readonly string[],
  now: number,
): Promise<ReadonlyMap<string, (number | null)[]>> {
  const days = new Map(serverIds.map((id) => [id, emptyDay()]));
  if (serverIds.length === 0) return days;
  const from = dayBegins(now);
  const { rows } = await sql<Step & { server_id: string }>`
    select server_id, ((at - ${from}::bigint) / ${DAY.seconds * 1_000})::int as step,
      max(players) as players
    from population_samples
    where server_id = any(${serverIds}::bpchar[]) and step = ${KEPT_STEP} and at >= ${from}
    group by 1, 2
  `.execute(db);
  for (const { server_id, step, players } of rows) put(days.get(server_id), { step, players });
  return days;
}

/**
 * The players of the last day on all of these servers together. They are summed by the finest step that is read here,
 * so that peaks of different servers count together only where they were close.
 */
export async function readDayOfAll(
  db: Database,
  serverIds: readonly string[],
  now: number,
): Promise<(number | null)[]> {
  const day = emptyDay();
  if (serverIds.length === 0) return day;
  const from = dayBegins(now);
  const { rows } = await sql<Step>`
    select ((at - ${from}::bigint) / ${DAY.seconds * 1_000})::int as step, max(players) as players
    from (
      select at, sum(players)::int as players from population_samples
      where server_id = any(${serverIds}::bpchar[]) and step = ${KEPT_STEP} and at >= ${from}
      group by at
    ) as together
    group by 1
  `.execute(db);
  for (const row of rows) put(day, row);
  return day;
}

function emptyDay(): (number | null)[] {
  return Array.from({ length: DAY.steps }, () => null);
}

/** What a clock that was set back has written for later is no part of the day. */
function put(day: (number | null)[] | undefined, { step, players }: Step): void {
  if (day !== undefined && step < DAY.steps) day[step] = players;
}

/** `GET servers/day`: of the servers that are named and that the account may see, or of all together. */
export const serversDay: Handler<'serversDay'> = async ({ query }, { account, db, now }) => {
  const granted = await grantedServers(db, account.id);
  const visible = [...granted].flatMap(([id, may]) => (may.includes('server.view') ? [id] : []));
  return answerDays(db, visible, query, now);
};

/** The days that are asked for, of servers that whoever asks may see. */
export async function answerDays(
  db: Database,
  visible: readonly string[],
  query: { readonly ids?: string | undefined },
  now: number,
): Promise<Answer<'serversDay'>> {
  const answer = { from: dayBegins(now), step: DAY.seconds };
  if (query.ids === undefined) {
    const players = await readDayOfAll(db, visible, now);
    return { ...answer, days: [{ server_id: null, players }] };
  }
  const asked = new Set(query.ids.split(',').slice(0, LIST_IDS_MAX));
  const ids = visible.filter((id) => asked.has(id));
  const days = await readDays(db, ids, now);
  return { ...answer, days: [...days].map(([server_id, players]) => ({ server_id, players })) };
}

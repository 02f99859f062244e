import type { z } from 'zod';
import { entriesOf, entryHead } from '../feed/entries.ts';
import { sortedRows } from '../fold.ts';
import { historyId } from '../servers/population.ts';
import { ownerKey, type Rows } from '../state.ts';
import { NOBODY, onlookerOf, SIGNED_IN_MS } from './onlooker.ts';
import type { CALLS } from '../../protocol/calls.ts';
import { RESOURCE, type ResourceName } from '../../protocol/resources/registry.ts';
import { serverStream } from '../../protocol/streams.ts';
import { streamOfRows } from '../resources/stream.ts';
import { DAY, dayBegins } from '../../protocol/servers/day.ts';
import { dayId } from '../servers/day-id.ts';

type Answer<C extends keyof typeof CALLS> = z.infer<(typeof CALLS)[C]['answer']>;

/** Whose recording it is. */
export function accountOf(rows: Rows): string {
  return rows.account.get('me')?.muster_id ?? NOBODY;
}

/** What a host would answer that knows these rows; null for calls that a recording has no answer to. */
export function answerOf(
  rows: Rows,
  call: string,
  params: Readonly<Record<string, string>>,
  query: Readonly<Record<string, string>>,
  now: number,
): unknown {
  const { server_id = '' } = params;
  switch (call) {
    case 'status':
      return statusAnswer(rows, now);
    case 'bootstrap':
      return bootstrapAnswer(rows, now);
    case 'session':
      return sessionAnswer(rows, now);
    case 'acsrfToken':
      return { acsrf_token: 'a recording takes no orders' };
    case 'serversList':
      return serversAnswer(rows, query['ids']?.split(',') ?? null);
    case 'feedPage':
      return pageAnswer(rows, 'feed', server_id, query);
    case 'consolePage':
      return pageAnswer(rows, 'console', server_id, query);
    case 'personalPage':
      return personalAnswer(rows, server_id);
    case 'serverPopulation':
      return populationAnswer(rows, server_id, query['span'] ?? '24h', query['before']);
    case 'serversDay':
      return dayAnswer(rows, query['ids'], now);
    default: {
      const resource = RESOURCE.find((name) => call === `${name}Page`);
      const named = ['server_id', 'group_id', 'banlist_id', 'bucket_id'].map((id) => params[id]);
      const owner = named.find((id) => id !== undefined) ?? null;
      return resource === undefined ? null : rowsAnswer(rows, resource, owner);
    }
  }
}

/** All rows in one page, which a worker puts in order by itself. */
function rowsAnswer(
  rows: Rows,
  resource: ResourceName,
  ownerId: string | null,
): Answer<`${ResourceName}Page`> {
  const ids = [...(rows.owned[resource].get(ownerKey(ownerId)) ?? [])];
  const held = ids.flatMap((id) => rows[resource].get(id) ?? []);
  const position = rows.streams.get(streamOfRows(rows, resource, ownerId) ?? '')?.position ?? 0;
  const answer = { position, rows: held, total: held.length, about: false, next: null };
  return answer as Answer<`${ResourceName}Page`>;
}

function statusAnswer(rows: Rows, now: number): Answer<'status'> {
  return {
    session: { expires_at: now + SIGNED_IN_MS },
    state: { login: 'LOGGED_IN' },
    user: { authenticated: true, logged: true, muster_id: accountOf(rows) },
  };
}

function bootstrapAnswer(rows: Rows, now: number): Answer<'bootstrap'> {
  const { muster_id, email, subscription } = sessionAnswer(rows, now);
  return {
    persona: { muster_id },
    progression: { titles: [], registered_at: 0, email_verified: email.verified },
    subscriber: subscription,
  };
}

function sessionAnswer(rows: Rows, now: number): Answer<'session'> {
  const { id: _, ...session } = onlookerOf(rows, now);
  return session;
}

function serversAnswer(rows: Rows, ids: readonly string[] | null): Answer<'serversList'> {
  const wanted = ids === null ? null : new Set(ids);
  const servers = sortedRows(rows, 'servers').filter(({ id }) => wanted?.has(id) ?? true);
  return {
    servers: servers.map((server) => ({
      ...server,
      players: [...(rows.owned.players.get(server.id) ?? [])].flatMap((id) => {
        const { server_id: _, ping: __, ...player } = rows.players.get(id) ?? { server_id: '' };
        return 'id' in player ? [player as Answer<'serversList'>['servers'][0]['players'][0]] : [];
      }),
    })),
    next: null,
  };
}

function pageAnswer(
  rows: Rows,
  table: 'feed' | 'console',
  serverId: string,
  query: Readonly<Record<string, string>>,
): Answer<'feedPage'> | Answer<'consolePage'> {
  const head = entryHead(rows, serverId, table);
  const before = Number(query['before'] ?? Infinity);
  const limit = Number(query['limit'] ?? 100);
  const all = entriesOf(rows, table, serverId).filter(({ seq }) => seq < before);
  const entries = all.slice(-limit).map((row) => ({
    seq: row.seq,
    at: row.at,
    entry: 'line' in row ? row.line : row.entry,
  }));
  const more = entries.length < all.length;
  return { position: head?.position ?? 0, entries, more } as Answer<'feedPage'>;
}

function personalAnswer(rows: Rows, serverId: string): Answer<'personalPage'> {
  const entries = [...(rows.owned.identities.get(serverId) ?? [])].flatMap((id) => {
    const row = rows.identities.get(id);
    if (row === undefined) return [];
    const { ip, guid, steam_id, bohemia_id, position } = row;
    return [{ kind: 'personal' as const, player: id, ip, guid, steam_id, bohemia_id, position }];
  });
  const head = rows.streams.get(serverStream(serverId, 'feed-personal'));
  return { position: head?.position ?? 0, entries };
}

function populationAnswer(
  rows: Rows,
  server_id: string,
  span: string,
  before: string | undefined,
): unknown {
  const held = rows.history.get(historyId({ server_id, span, before }));
  const asked = before === undefined ? { span } : { span, before };
  return { ...asked, step: held?.step ?? 60, points: held?.points ?? [] };
}

/** What a recording knows of the day: nothing where nobody looked at it. */
function dayAnswer(rows: Rows, ids: string | undefined, now: number): Answer<'serversDay'> {
  const asked = ids === undefined ? [null] : ids.split(',');
  const held = asked.flatMap((server_id) => {
    const row = rows.days.get(dayId(server_id));
    return row === undefined ? [] : [{ server_id, row }];
  });
  const [first] = held;
  if (first === undefined) return { from: dayBegins(now), step: DAY.seconds, days: [] };
  const { from, step } = first.row;
  // Days that were asked for at another moment have other steps.
  const alike = held.filter(({ row }) => row.from === from && row.step === step);
  return {
    from,
    step,
    days: alike.map(({ server_id, row }) => ({ server_id, players: row.players })),
  };
}

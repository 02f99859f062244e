/** Whom a job of a server kicked with everybody else: the game names an admin, and the feed the job. */
import { sql } from 'kysely';
import { SERVER_ACTION } from '../../protocol/enumerations.ts';
import { EVENTS } from '../../protocol/events.ts';
import { KIND_OF_FEED } from '../../protocol/history/kinds.ts';
import { serverStream } from '../../protocol/streams.ts';
import { readRanges } from '../realtime/read.ts';
import type { Trx } from '../store/database.ts';

/** A job tells that it kicked everybody once it has asked the game for each of them: a moment before, and so long after. */
const BEFORE_MS = 60_000;
const AFTER_MS = 600_000;

interface Kicked {
  /** Of the stay that ended so. */
  readonly id: string;
  readonly server_id: string;
  readonly at: number;
  readonly reason: string;
}

/** Of these kicks those that a job did, by the stay: what the job is called. */
export async function jobsThatKicked(
  trx: Trx,
  kicks: readonly Kicked[],
): Promise<ReadonlyMap<string, string>> {
  if (kicks.length === 0) return new Map();
  const { rows } = await sql<{ server_id: string; seq: number }>`
    select distinct t.server_id, t.seq from unnest(
      ${kicks.map(({ server_id }) => server_id)}::bpchar[], ${kicks.map(({ at }) => at)}::bigint[]
    ) as k(server_id, at)
      join feed_texts t on t.server_id = k.server_id and t.kind = ${KIND_OF_FEED.schedule}
        and t.at between k.at - ${BEFORE_MS} and k.at + ${AFTER_MS}
        and t.subject = ''
  `.execute(trx);
  const ranges = rows.map(({ server_id, seq }) => {
    return { stream: serverStream(server_id, 'feed'), after: seq - 1, upTo: seq };
  });
  const jobs = new Map<string, string>();
  for (const { event, data } of await readRanges(trx, ranges)) {
    const told = event === 'server:feed' ? EVENTS['server:feed'].safeParse(data).data : undefined;
    if (told?.entry.kind !== 'schedule') continue;
    const { at, server_id, entry } = told;
    if (entry.step !== 'action' || entry.action !== SERVER_ACTION.SERVER_KICK) continue;
    if (entry.outcome === 'missed') continue;
    const words = wordsOf(entry.text ?? '');
    for (const kick of kicks) {
      const isThen =
        kick.at >= entry.due - BEFORE_MS && kick.at >= at - AFTER_MS && kick.at <= at + BEFORE_MS;
      if (!isThen || kick.server_id !== server_id || wordsOf(kick.reason) !== words) continue;
      if (!jobs.has(kick.id)) jobs.set(kick.id, entry.name);
    }
  }
  return jobs;
}

/** What a game may write otherwise is left out: it has other quotes, and one line. */
function wordsOf(text: string): string {
  return text
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
}

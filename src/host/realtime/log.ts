/**
 * The realtime log in PostgreSQL. A position is taken under the row lock of the stream's head, in the
 * transaction of the change; the lock is held until the commit, so positions become visible in their
 * order and without holes.
 */
import { sql } from 'kysely';
import type { Database, Trx } from '../store/database.ts';
import type { Fact, Publish } from './contract.ts';
import { CHANNEL, encodeControl, MAX_PAYLOAD_BYTES, type Control } from './notice.ts';
import { separate } from './personal.ts';

/** Room for a position in a payload, with its space. */
const SEQ_BYTES = 17;
/** sessions-ended messages carry at most so many ids of 27 bytes. */
const IDS_A_MESSAGE = 200;

interface Columns {
  readonly stream: string[];
  readonly at: number[];
  readonly event: string[];
  readonly data: string[];
  /** The data with what can be erased, where that differs. */
  readonly whole: (string | null)[];
  /** The payload that it travels in. */
  readonly payload: number[];
  readonly byReference: boolean[];
  readonly owner: number[];
  readonly subject: string[];
  readonly personal: string[];
}

/**
 * Appends facts of any streams in one statement, and notifies. Positions come in the order of the facts.
 */
export async function appendFacts(
  executor: Database | Trx,
  facts: readonly Fact[],
): Promise<readonly number[]> {
  if (facts.length === 0) return [];
  const c = columnsOf(facts);
  const { rows } = await sql<{ ord: number; seq: number }>`
    select ord, seq from append_events(
      ${CHANNEL}, ${c.stream}::text[], ${c.at}::bigint[], ${c.event}::text[], ${c.data}::text[],
      ${c.whole}::text[], ${c.payload}::int[], ${c.byReference}::bool[],
      ${c.owner}::bigint[], ${c.subject}::text[], ${c.personal}::text[]
    )
  `.execute(executor);
  return rows.map((row) => row.seq);
}

function columnsOf(facts: readonly Fact[]): Columns {
  const columns: Columns = {
    stream: [],
    at: [],
    event: [],
    data: [],
    whole: [],
    payload: [],
    byReference: [],
    owner: [],
    subject: [],
    personal: [],
  };
  let payload = 0;
  let bytes = 0;
  for (const [index, fact] of facts.entries()) {
    const { data, personal: shown } = separate(fact.event, fact.data);
    // Whom something is about outlives whom they are shown as.
    const personal = fact.kept === undefined ? shown : separate(fact.event, fact.kept).personal;
    const whole = JSON.stringify(fact.data);
    columns.stream.push(fact.stream);
    columns.at.push(fact.at);
    columns.event.push(fact.event);
    columns.data.push(personal.length === 0 ? whole : JSON.stringify(data));
    columns.whole.push(personal.length === 0 ? null : whole);
    for (const part of personal) {
      columns.owner.push(index + 1);
      columns.subject.push(part.subject);
      columns.personal.push(JSON.stringify(part.data));
    }
    const reference = fact.stream.length + SEQ_BYTES;
    const line = reference + 17 + fact.event.length + Buffer.byteLength(whole);
    const byReference = line > MAX_PAYLOAD_BYTES;
    const size = byReference ? reference : line;
    if (bytes + size > MAX_PAYLOAD_BYTES) {
      payload += 1;
      bytes = 0;
    }
    bytes += size;
    columns.payload.push(payload);
    columns.byReference.push(byReference);
  }
  return columns;
}

/** Sends a control message to every host, with the commit of the transaction. */
export async function notify(executor: Database | Trx, message: Control): Promise<void> {
  await sql`select pg_notify(${CHANNEL}, ${encodeControl(message)})`.execute(executor);
}

/** The newest position of a stream, 0 where nothing was told yet. */
export async function streamPosition(executor: Database | Trx, stream: string): Promise<number> {
  const row = await executor
    .selectFrom('streams')
    .select('head')
    .where('stream', '=', stream)
    .executeTakeFirst();
  return row?.head ?? 0;
}

/** What other features use of the log. */
export const publish: Publish = {
  append: appendFacts,
  position: streamPosition,
  async sessionsEnded(trx, sessionIds) {
    for (let from = 0; from < sessionIds.length; from += IDS_A_MESSAGE) {
      const ids = sessionIds.slice(from, from + IDS_A_MESSAGE);
      await notify(trx, { kind: 'sessions-ended', ids });
    }
  },
  grantsChanged: (trx, subject) => notify(trx, { kind: 'grants-changed', subject }),
};

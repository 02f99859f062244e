import { sql } from 'kysely';
import type { Trx } from '../store/database.ts';

/**
 * The position of the last event of a stream up to a moment; 0 where there is none that is kept. Positions rise with
 * moments, so halves are taken: no index has the moments of a stream.
 */
export async function seqAt(trx: Trx, stream: string, at: number): Promise<number> {
  const { rows } = await sql<{ first: number | null; last: number | null }>`
    select
      (select seq from event_log where stream = ${stream} order by seq limit 1) as first,
      (select seq from event_log where stream = ${stream} order by seq desc limit 1) as last
  `.execute(trx);
  const { first, last } = rows[0] ?? { first: null, last: null };
  if (first === null || last === null) return 0;
  // Everything up to `low` is old enough, everything from `high` on is too young.
  let [low, high] = [first - 1, last + 1];
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2);
    const { rows: found } = await sql<{ seq: number; at: number }>`
      select seq, at from event_log where stream = ${stream} and seq >= ${middle}
      order by seq limit 1
    `.execute(trx);
    const [one] = found;
    if (one === undefined || one.seq >= high) high = middle;
    else if (one.at <= at) low = one.seq;
    else high = middle;
  }
  return low < first ? 0 : low;
}

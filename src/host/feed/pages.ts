/** The pages of feed and console, and who is on the server by address and identifiers. */
import type { z } from 'zod';
import { consoleLine, feedEntry } from '../../protocol/feed/fields.ts';
import { serverFeed } from '../../protocol/feed/fields.ts';
import { serverStream, type ServerStream } from '../../protocol/streams.ts';
import type { Handler } from '../calls/handler.ts';
import { readHeads, readPage, type LoggedEvent } from '../realtime/read.ts';
import { atOneMoment, type Database, type Trx } from '../store/database.ts';

interface Asked {
  readonly stream: string;
  readonly before: number | undefined;
  readonly limit: number;
}

type Paged = 'feedPage' | 'feedFilteredPage' | 'consolePage' | 'consoleFilteredPage';

function pagesOf<N extends Paged>(
  audience: ServerStream,
  entry: typeof feedEntry | typeof consoleLine,
): Handler<N> {
  const page: Handler<Paged> = async ({ params, query }, { db }) => {
    const asked = { ...query, stream: serverStream(params.server_id, audience) };
    return (await readEntries(db, { ...asked, before: query.before }, entry)) as never;
  };
  return page as Handler<N>;
}

/** What is kept of a server's feed and console, whole and filtered. */
export const logPages = {
  feedPage: pagesOf<'feedPage'>('feed', feedEntry),
  feedFilteredPage: pagesOf<'feedFilteredPage'>('feed-filtered', feedEntry),
  consolePage: pagesOf<'consolePage'>('console', consoleLine),
  consoleFilteredPage: pagesOf<'consoleFilteredPage'>('console-filtered', consoleLine),
};

export const personalPage: Handler<'personalPage'> = async ({ params }, { db }) =>
  readPersonal(db, params.server_id);

interface Page<Entry> {
  readonly position: number;
  readonly entries: { readonly seq: number; readonly at: number; readonly entry: Entry }[];
  readonly more: boolean;
}

/** A page of a stream, true at the position that it states. */
async function readEntries<Schema extends z.ZodType>(
  db: Database,
  asked: Asked,
  schema: Schema,
): Promise<Page<z.output<Schema>>> {
  return atOneMoment(db, async (trx) => {
    const heads = await readHeads(trx, [asked.stream]);
    const page = await entriesOf(trx, asked, schema);
    return { position: heads.get(asked.stream)?.head ?? 0, ...page };
  });
}

/** The newest entries of a stream before a position (or of all), oldest first. */
export async function entriesOf<Schema extends z.ZodType>(
  trx: Trx,
  { stream, before, limit }: Asked,
  schema: Schema,
): Promise<Omit<Page<z.output<Schema>>, 'position'>> {
  const events = await readPage(trx, stream, before, limit + 1);
  return {
    entries: entriesIn(events.slice(-limit), schema),
    more: events.length > limit,
  };
}

/** The entries of events. Those of a later version are left out. */
export function entriesIn<Schema extends z.ZodType>(
  events: readonly LoggedEvent[],
  schema: Schema,
): Page<z.output<Schema>>['entries'] {
  return events.flatMap(({ seq, data }) => {
    const told = serverFeed.safeParse(data);
    if (!told.success) return [];
    const entry = schema.safeParse(told.data.entry);
    // What a log tells happened before it was told.
    return entry.success ? [{ seq, at: told.data.at, entry: entry.data }] : [];
  });
}

async function readPersonal(db: Database, serverId: string) {
  return atOneMoment(db, async (trx) => {
    const stream = serverStream(serverId, 'feed-personal');
    const heads = await readHeads(trx, [stream]);
    const rows = await trx
      .selectFrom('play_sessions')
      .select(['id', 'ip', 'guid', 'steam_id', 'bohemia_id', 'position'])
      .where('server_id', '=', serverId)
      .where('left_at', 'is', null)
      .orderBy('id')
      .execute();
    return {
      position: heads.get(stream)?.head ?? 0,
      entries: rows.map(({ id, ...about }) => ({
        kind: 'personal' as const,
        player: id,
        ...about,
      })),
    };
  });
}

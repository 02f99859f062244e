import type { ResourceCalls } from '../../protocol/resources/calls.ts';
import { TOLD, type RowOf, type ToldName } from '../../protocol/resources/registry.ts';
import type { Resource } from '../../protocol/resources/resource.ts';
import { resourceStream } from '../../protocol/streams.ts';
import type { HostDeps } from '../calls/deps.ts';
import type { Handler, Handlers } from '../calls/handler.ts';
import type { ToldRows } from '../change/told-rows.ts';
import { atOneMoment } from '../store/database.ts';
import { ownerIdOf } from './owner-id.ts';
import { decodeEnd, encodeEnd, type PageEnd } from './page-end.ts';

type Pages<R extends ToldName> = Handlers<HostDeps, Extract<keyof ResourceCalls, `${R}Page`>>;
type Page = Handler<`${ToldName}Page`>;
type Told = Readonly<Record<string, unknown>>;

/** The handler of every call for a page of rows that the host tells; `readers` are the features' own. */
export function toldCalls<R extends ToldName>(readers: {
  readonly [N in R]: ToldRows<N>;
}): Pages<R> {
  const each = Object.values<ToldRows>(readers);
  return Object.fromEntries(each.map((rows) => [`${rows.resource}Page`, pageOf(rows)])) as Pages<R>;
}

/** There are so few of them that each page is cut from all. */
function pageOf(rows: ToldRows): Page {
  const page = async (
    { params, query: { after, limit } }: Parameters<Page>[0],
    { account, db, publish }: Parameters<Page>[1],
  ) => {
    const { resource } = rows;
    const { by, direction }: Resource['order'] = TOLD[resource].order;
    const ownerId = ownerIdOf(params) ?? account.id;
    const way = direction === 'asc' ? 1 : -1;
    const compare = (a: PageEnd, b: PageEnd) =>
      way * (compared(a[0], b[0]) || compared(a[1], b[1]));
    const end = (row: RowOf<ToldName>): PageEnd => [(row as Told)[by], row.id];
    return atOneMoment(db, async (trx) => {
      const all = await rows.read(trx, ownerId, null);
      const last = after === undefined ? null : decodeEnd(after);
      const left = all
        .filter((row) => last === null || compare(end(row), last) > 0)
        .toSorted((a, b) => compare(end(a), end(b)));
      const shown = left.slice(0, limit);
      const ending = left.length > limit ? shown.at(-1) : undefined;
      return {
        position: await publish.position(trx, resourceStream(resource, ownerId)),
        rows: shown,
        total: all.length,
        about: false,
        next: ending === undefined ? null : encodeEnd(end(ending)),
      };
    });
  };
  return page as unknown as Page;
}

function compared(a: unknown, b: unknown): number {
  if (a === b) return 0;
  return (a as number) < (b as number) ? -1 : 1;
}

import { z } from 'zod';
import { hexId } from '../../protocol/fields.ts';
import type { PageKey } from '../../domain/resources/asked.ts';
import type { PagedCalls } from '../../protocol/resources/paged-calls.ts';
import type { Filter } from '../../protocol/resources/paged.ts';
import type { Fields } from '../../protocol/resources/resource.ts';
import { PAGED, PAGED_RESOURCE, type PagedName } from '../../protocol/resources/registry.ts';
import { PAGED_ROW } from '../../protocol/resources/schemas.ts';
import { resourceStream } from '../../protocol/streams.ts';
import type { HostDeps } from '../calls/deps.ts';
import type { Handler, Handlers } from '../calls/handler.ts';
import { HostError } from '../calls/host-error.ts';
import { idsOf } from '../identity/persons.ts';
import { showPersons } from '../identity/show-persons.ts';
import { readPaged } from '../store/paged/page.ts';
import type { Place } from '../store/paged/place.ts';
import { OF_HOST } from '../store/paged/rows.ts';
import { atOneMoment } from '../store/database.ts';
import { ownerIdOf } from './owner-id.ts';

/** The handlers of every call for pages. */
export const pagedCalls = Object.fromEntries(
  PAGED_RESOURCE.map((name) => [`${name}Page`, handlerOf(name)]),
) as unknown as Handlers<HostDeps, keyof PagedCalls>;

type Page = Handler<`${PagedName}Page`>;

function handlerOf(resource: PagedName): Page {
  const { scope, filters, orders, direction: usual } = PAGED[resource];
  const shape: Readonly<Record<string, z.ZodType>> = PAGED_ROW[resource].shape;
  const { fields }: { readonly fields: Fields } = PAGED[resource];
  const narrowing: Readonly<Record<string, Filter>> = filters;
  const people = Object.entries(narrowing).flatMap(([name, { field }]) =>
    fields[field]?.names === 'player' ? [name] : [],
  );
  const page = async (
    { params, query }: Parameters<Page>[0],
    { account, db, publish }: Parameters<Page>[1],
  ) => {
    const { order = orders[0], direction = usual, search = '', limit, ...rest } = query;
    const where = Object.fromEntries(
      Object.entries(rest).filter(([name, value]) => name in filters && value !== undefined),
    ) as Readonly<Record<string, string | number>>;
    const reader = ownerIdOf(params) ?? account.id;
    const owner_id = scope === 'host' ? OF_HOST : reader;
    const from = placeOf(query, shape[order] ?? z.never());
    return atOneMoment(db, async (trx) => {
      const ids: Record<string, readonly string[]> = {};
      for (const name of people) {
        if (where[name] !== undefined) ids[name] = await idsOf(trx, String(where[name]));
      }
      const asked = { resource, owner_id, order, direction, text: search, where, ids };
      const { rows, previous, next, ...told } = await readPaged(trx, asked, from, limit);
      const shown = await showPersons(trx, { fields }, rows);
      const position = await publish.position(trx, resourceStream(resource, reader));
      return {
        ...told,
        position,
        rows: shown.map(({ row }) => row),
        previous: previous && JSON.stringify(previous),
        next: next && JSON.stringify(next),
      };
    });
  };
  return page as unknown as Page;
}

function placeOf(
  { after, before, place }: z.infer<PagedCalls[keyof PagedCalls]['query']>,
  value: z.ZodType,
): Place {
  if (after !== undefined) return { kind: 'after', bound: readBound(after, value) };
  if (before !== undefined) return { kind: 'before', bound: readBound(before, value) };
  return place === undefined ? { kind: 'first' } : { kind: 'place', place };
}

const text = z.string().regex(/^[^\0\p{Surrogate}]*$/u);
const pageBound = z.tuple([z.union([text, z.number()]), hexId]);

/** `value`: what the field of the order is. */
function readBound(bound: string, value: z.ZodType): PageKey {
  try {
    const [key, id] = pageBound.parse(JSON.parse(bound));
    value.parse(key);
    return [key, id];
  } catch (error) {
    if (!(error instanceof SyntaxError || error instanceof z.ZodError)) throw error;
    throw new HostError('invalid-request', 'There is no such page.');
  }
}

/** What an address says of a list that comes in pages, so that a link shows the same. */
import type { Direction, PagedQuestion } from '../../../domain/queries.ts';
import type { Filter } from '../../../protocol/resources/paged.ts';
import type { Owner } from '../../../protocol/resources/resource.ts';
import { PAGED, type PagedName } from '../../../protocol/resources/registry.ts';
import { addressOf, oneOf, text, type Address, type Parameter } from '../addresses/parameters.ts';

export type FilterName<R extends PagedName> = keyof (typeof PAGED)[R]['filters'] & string;

/** What some of the filters ask, as a form has it; empty narrows nothing. */
export type Narrowing<R extends PagedName> = { readonly [F in FilterName<R>]?: string };

/** The search, the order, and by its name what each filter asks. */
export interface PagedAddress {
  readonly text: string;
  readonly order: string;
  readonly direction: Direction;
  readonly [filter: string]: string;
}

/** The declared filters of a resource. */
export function filtersOf(resource: PagedName): readonly (readonly [string, Filter['kind']])[] {
  const filters: Readonly<Record<string, Filter>> = PAGED[resource].filters;
  return Object.entries(filters).map(([name, { kind }]) => [name, kind]);
}

/** The address of a resource's list; `names`: what the address calls a filter, where that is not its name. */
export function pagedAddress<R extends PagedName>(
  resource: R,
  names: Narrowing<R>,
): Address<PagedAddress> {
  const { orders, direction } = PAGED[resource];
  const named: Readonly<Record<string, string | undefined>> = names;
  const filters: Readonly<Record<string, Parameter<string>>> = Object.fromEntries(
    filtersOf(resource).map(([name]) => [name, text(named[name] ?? name)]),
  );
  return addressOf({
    text: text('q'),
    order: oneOf('sort', orders, orders[0]),
    direction: oneOf('dir', ['asc', 'desc'], direction),
    ...filters,
  }) as unknown as Address<PagedAddress>;
}

/** What is asked of the host for an address. */
export function questionOf<R extends PagedName>(
  resource: R,
  owner: Owner,
  address: PagedAddress,
): PagedQuestion & { readonly resource: R } {
  const { text: sought, order, direction } = address;
  const asked = filtersOf(resource).flatMap(([name, kind]) => {
    const value = askedOf(kind, address[name] ?? '');
    return value === null ? [] : [[name, value] as const];
  });
  return { resource, ...owner, order, direction, text: sought, where: Object.fromEntries(asked) };
}

/** Moments are asked for by whole days of whoever looks, the last one included; null narrows nothing. */
function askedOf(kind: Filter['kind'], written: string): string | number | null {
  if (kind === 'is' || kind === 'has') return written.trim() || null;
  const day = new Date(`${written}T00:00:00`);
  if (Number.isNaN(day.getTime()) || day.getTime() < 0) return null;
  return kind === 'least' ? day.getTime() : day.setDate(day.getDate() + 1) - 1;
}

/** What the address of a server's page says of its audit, so that a link shows the same. */
import type { Direction, PagedQuestion } from '../../../domain/queries.ts';
import type { OrderOf } from '../../../protocol/resources/registry.ts';
import { AUDIT } from '../../../protocol/audit/resource.ts';

export interface AuditAddress {
  readonly text: string;
  readonly order: OrderOf<'audit'>;
  readonly direction: Direction;
  /** The id of an account; empty is everybody. */
  readonly actor: string;
  readonly action: string;
  /** The id of what was done something with. */
  readonly thing: string;
  /** The first and the last day, as a field of a form has it. */
  readonly from: string;
  readonly until: string;
}

const TEXTS = {
  text: 'q',
  actor: 'who',
  action: 'what',
  thing: 'thing',
  from: 'from',
  until: 'until',
} as const;

/** Reads an address; what it does not know is as it always is. */
export function readAuditAddress(search: string): AuditAddress {
  const params = new URLSearchParams(search);
  const texts = Object.entries(TEXTS).map(([name, param]) => [name, params.get(param) ?? '']);
  return {
    ...(Object.fromEntries(texts) as Record<keyof typeof TEXTS, string>),
    order: AUDIT.orders.find((one) => one === params.get('sort')) ?? 'at',
    direction: params.get('dir') === 'asc' ? 'asc' : 'desc',
  };
}

/** The address of what shows; what is as it always is does not show. Begins with `?` or is empty. */
export function writeAuditAddress(address: AuditAddress): string {
  const params = new URLSearchParams();
  for (const [name, param] of Object.entries(TEXTS)) {
    const value = address[name as keyof typeof TEXTS];
    if (value !== '') params.set(param, value);
  }
  if (address.order !== 'at') params.set('sort', address.order);
  if (address.direction !== 'desc') params.set('dir', address.direction);
  const search = params.toString();
  return search === '' ? '' : `?${search}`;
}

/** What is asked of the host for an address. Days are those of whoever looks. */
export function auditQuestion(
  server_id: string,
  { text, order, direction, actor, action, thing, from, until }: AuditAddress,
): PagedQuestion & { readonly resource: 'audit' } {
  const begins = dayOf(from);
  const ends = dayOf(until);
  const where = {
    ...(actor !== '' && { actor }),
    ...(action !== '' && { action }),
    ...(thing !== '' && { thing: thing.trim() }),
    ...(begins !== null && { from: begins.getTime() }),
    ...(ends !== null && { until: ends.setDate(ends.getDate() + 1) - 1 }),
  };
  return { resource: 'audit', server_id, order, direction, text, where };
}

/** The begin of a day; null where it is none. */
function dayOf(text: string): Date | null {
  const day = new Date(`${text}T00:00:00`);
  return Number.isNaN(day.getTime()) || day.getTime() < 0 ? null : day;
}

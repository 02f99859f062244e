/** What the address of a server's page says of its audit, so that a link shows the same. */
import type { Direction, PagedQuestion } from '../../../domain/queries.ts';
import type { OrderOf } from '../../../protocol/resources/registry.ts';
import { AUDIT } from '../../../protocol/audit/resource.ts';
import { addressOf, oneOf, text } from '../../parts/addresses/parameters.ts';

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

export const AUDIT_ADDRESS = addressOf<AuditAddress>({
  text: text('q'),
  order: oneOf('sort', AUDIT.orders, 'at'),
  direction: oneOf('dir', ['asc', 'desc'], 'desc'),
  actor: text('who'),
  action: text('what'),
  thing: text('thing'),
  from: text('from'),
  until: text('until'),
});

/** What is asked of the host for an address. Days are those of whoever looks. */
export function auditQuestion(
  server_id: string,
  { text: sought, order, direction, actor, action, thing, from, until }: AuditAddress,
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
  return { resource: 'audit', server_id, order, direction, text: sought, where };
}

/** The begin of a day; null where it is none. */
function dayOf(written: string): Date | null {
  const day = new Date(`${written}T00:00:00`);
  return Number.isNaN(day.getTime()) || day.getTime() < 0 ? null : day;
}

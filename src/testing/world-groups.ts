import type { GroupPermission } from '../domain/permissions.ts';
import type { Frame } from '../protocol/frames.ts';
import type { PagedOf, PagedRow, RowOf, ScopedName } from '../protocol/resources/registry.ts';
import { resourceStream } from '../protocol/streams.ts';
import { createGroupRows, type GroupRows, type ScopedRows } from './world-server.ts';

/** The teams and organizations of a made-up world: what each has, and what the account may do there. */
export class WorldGroups {
  readonly rows = new Map<string, GroupRows>();
  readonly held = new Map<string, readonly GroupPermission[]>();
  readonly #now: () => number;

  constructor(now: () => number) {
    this.#now = now;
  }

  /** The account's permissions on a group become these; none: it sees it no more. */
  permit(id: string, permissions: readonly GroupPermission[]): void {
    if (!this.rows.has(id)) this.rows.set(id, createGroupRows());
    if (permissions.length === 0) this.held.delete(id);
    else this.held.set(id, permissions);
  }

  /** A row that a group has came, or is another now. */
  put<R extends ScopedName<'group'>>(resource: R, row: RowOf<R>): Frame {
    const { group_id, id } = row;
    this.#of(group_id, resource).rows.set(id, row);
    return this.#frame(group_id, resource, 'row:put', { row });
  }

  /** An entry of the audit of a group came. */
  putEntry<R extends PagedOf<'group'>>(resource: R, row: PagedRow<R>): Frame {
    const { group_id, id } = row;
    const entries = this.#group(group_id)[resource].rows as Map<string, PagedRow>;
    entries.set(id, row);
    return this.#frame(group_id, resource, 'row:put', { row, before: null });
  }

  /** A row that a group has was removed. */
  remove(group_id: string, resource: ScopedName<'group'>, id: string): Frame {
    this.#of(group_id, resource).rows.delete(id);
    return this.#frame(group_id, resource, 'row:gone', { id });
  }

  #of<R extends ScopedName<'group'>>(id: string, resource: R): ScopedRows<'group'>[R] {
    const group: ScopedRows<'group'> = this.#group(id);
    return group[resource];
  }

  #group(id: string): GroupRows {
    const group = this.rows.get(id);
    if (group === undefined) throw new RangeError('There is no such group.');
    return group;
  }

  #frame(
    group_id: string,
    resource: ScopedName<'group'> | PagedOf<'group'>,
    event: 'row:put' | 'row:gone',
    told: object,
  ): Frame {
    const seq = ++this.#group(group_id)[resource].head;
    const data = { resource, server_id: null, group_id, ...told };
    const stream = resourceStream(resource, group_id);
    return { event, at: this.#now(), stream, seq, data } as Frame;
  }
}

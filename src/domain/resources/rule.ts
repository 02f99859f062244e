import type { z } from 'zod';
import type { CALLS, CallName } from '../../protocol/calls.ts';
import type { KEPT, KeptName, RowOf, ToldName } from '../../protocol/resources/registry.ts';
import type { Rows } from '../state.ts';

/** Who writes, and when. */
export interface Writing {
  readonly muster_id: string;
  readonly display_name: string;
  readonly at: number;
}

/** What a person fills in for a new row, and what they may change of one. */
export type AddedOf<R extends KeptName> = z.infer<ReturnType<(typeof KEPT)[R]['added']>>;

export type EditsOf<R extends KeptName> = z.infer<ReturnType<(typeof KEPT)[R]['edits']>>;

/** What has to be looked up for a new row, by the host in its database. */
export type Known = Readonly<Record<string, unknown>>;

/** Rules of one resource whose rows are kept for it. */
export interface ResourceRules<R extends KeptName, K extends Known> {
  add(
    ids: { readonly id: string; readonly server_id: string },
    values: AddedOf<R>,
    known: K,
    by: Writing,
  ): RowOf<R>;
  edit(row: RowOf<R>, values: EditsOf<R>, by: Writing): RowOf<R>;
  /** A row that was removed, as it comes back; absent: as it was. */
  restore?(row: RowOf<R>, by: Writing): RowOf<R>;
  /** What a client knows of it. */
  known(rows: Rows, server_id: string, values: AddedOf<R>): K;
}

/** What a call was given, but for its token. */
export interface Given<N extends CallName> {
  readonly params: z.output<(typeof CALLS)[N]['params']>;
  readonly body: Omit<z.output<(typeof CALLS)[N]['body']>, 'acsrf_token'>;
}

/** A row as it will be, null where it goes. */
export interface ShownRow<R extends ToldName = ToldName> {
  readonly row_id: string;
  readonly row: RowOf<R> | null;
}

/** What a call makes of rows that the host tells, which a client shows before the host has answered. */
export interface CallRule<N extends CallName, R extends ToldName> {
  /** Whose stream stands where the call answers. */
  readonly resource: R | ((rows: Rows, given: Given<N>) => R);
  /** What becomes of one row, or of several; undefined where this client cannot know of which, or what. */
  after(rows: Rows, given: Given<N>, by: Writing): ShownRow<R> | readonly ShownRow<R>[] | undefined;
}

/** What becomes of a row when somebody writes: the host does it, and a client shows it before. */
import type { z } from 'zod';
import type { RESOURCES, ResourceName, RowOf } from '../../protocol/resources/registry.ts';
import { NOTE_RULES } from '../notes/rules.ts';
import type { Rows } from '../state.ts';

/** Who writes, and when. */
export interface Writing {
  readonly muster_id: string;
  readonly display_name: string;
  readonly at: number;
}

/** What a person fills in for a new row, and what they may change of one. */
export type AddedOf<R extends ResourceName> = z.infer<(typeof RESOURCES)[R]['added']>;
export type EditsOf<R extends ResourceName> = z.infer<(typeof RESOURCES)[R]['edits']>;

/** What has to be looked up for a new row, by the host in its database. */
export type Known = Readonly<Record<string, unknown>>;

/** Rules of one resource. */
export interface ResourceRules<R extends ResourceName, K extends Known> {
  add(
    ids: { readonly id: string; readonly server_id: string },
    values: AddedOf<R>,
    known: K,
    by: Writing,
  ): RowOf<R>;
  edit(row: RowOf<R>, values: EditsOf<R>, by: Writing): RowOf<R>;
  /** What a client knows of it. */
  known(rows: Rows, server_id: string, values: AddedOf<R>): K;
}

export const RULES = {
  notes: NOTE_RULES,
} as const satisfies { readonly [R in ResourceName]: ResourceRules<R, Known> };

/** What it knows of a new row. */
export type KnownOf<R extends ResourceName> = ReturnType<(typeof RULES)[R]['known']>;

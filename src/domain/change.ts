import type { TableName, Tables } from './rows.ts';

/**
 * One row's patch: what a reducer returns, the store writes, and the inverse undoes. `before` and
 * `after` are whole rows; undefined is absence. Both undefined never occurs.
 */
export type Change = {
  [T in TableName]: {
    readonly table: T;
    readonly id: string;
    readonly before: Tables[T] | undefined;
    readonly after: Tables[T] | undefined;
  };
}[TableName];

/** The shared empty list: what a reducer returns when nothing changed. */
export const NO_CHANGES: readonly Change[] = Object.freeze([]);

/** What each resource's rules want to know of a new row, looked up in the database. Throws where it is about nobody. */
import type { AddedOf, KnownOf } from '../../domain/resources/rules.ts';
import type { ResourceName } from '../../protocol/resources/registry.ts';
import { knownOfNote } from '../notes/known.ts';
import type { Trx } from '../store/database.ts';

export const KNOWN: {
  readonly [R in ResourceName]: (
    trx: Trx,
    server_id: string,
    values: AddedOf<R>,
  ) => Promise<KnownOf<R>>;
} = {
  notes: knownOfNote,
};

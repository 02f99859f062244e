import type { KnownOf } from '../../domain/resources/rules.ts';
import type { AddedOf } from '../../domain/resources/rule.ts';
import type { KeptName } from '../../protocol/resources/registry.ts';
import { knownOfNote } from '../notes/known.ts';
import type { Trx } from '../store/database.ts';

type Looks = {
  readonly [
    R in KeptName as Readonly<Record<string, never>> extends KnownOf<R> ? never : R
  ]: Look<R>;
};
type Look<R extends KeptName> = (
  trx: Trx,
  server_id: string,
  values: AddedOf<R>,
) => Promise<KnownOf<R>>;

/** Those whose rules want nothing are not named. */
const KNOWN: Looks = {
  notes: knownOfNote,
};

/** What a resource's rules want to know of a new row. Throws where it is about nobody. */
export async function knownOf<R extends KeptName>(
  resource: R,
  ...asked: Parameters<Look<R>>
): Promise<KnownOf<R>> {
  const looks: { readonly [N in KeptName]?: unknown } = KNOWN;
  const look = looks[resource] as Look<R> | undefined;
  return look === undefined ? ({} as KnownOf<R>) : look(...asked);
}

import type { ServerRow } from '../../domain/rows.ts';
import { isolated } from './isolated.ts';

/** What a server is called, for the middle of a text: a name may be of any script, an identifier is not. */
export function serverTitle({
  identifier,
  name,
}: Pick<ServerRow['configuration'], 'identifier' | 'name'>): string {
  return name === undefined ? identifier : isolated(name);
}

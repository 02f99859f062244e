import type { RowOf } from '../../protocol/resources/registry.ts';
import { isolated } from './isolated.ts';

/** The servers of an invitation that are named, each in its own direction of writing, and how many more there are. */
export function invitedServers(
  { names, servers }: Pick<RowOf<'invites'>, 'names' | 'servers'>,
  more: (count: number, names: string) => string,
): string {
  const named = names.map(isolated).join(', ');
  return servers > names.length ? more(servers - names.length, named) : named;
}

/** What servers are put together by. */
import { SERVER_STATUS, type Game, gameName } from '../../protocol/enumerations.ts';
import type { ServerGrouping } from '../queries.ts';
import type { ServerRow } from '../rows.ts';
import { attention, serverStatus } from './status.ts';

/** The key of the group that a server stands in: one alone, so that it is listed once. */
export function groupKey(server: ServerRow, by: ServerGrouping): string {
  switch (by) {
    case 'game':
      return String(server.configuration.game);
    case 'state':
      return serverStatus(server).name;
    case 'tag':
      return server.configuration.tags[0] ?? '';
  }
}

/** The order of groups: games and tags by the alphabet, what has no tag last, and states with trouble first. */
export function compareGroups(by: ServerGrouping, a: string, b: string): number {
  const [one, other] = [placeOf(by, a), placeOf(by, b)];
  if (one !== other) return one < other ? -1 : 1;
  return a < b ? -1 : a > b ? 1 : 0;
}

function placeOf(by: ServerGrouping, key: string): string {
  switch (by) {
    case 'game':
      return gameName(Number(key) as Game);
    case 'state': {
      const status = SERVER_STATUS.find((name) => name === key);
      return String(status === undefined ? 0 : attention(status));
    }
    case 'tag':
      return key === '' ? '1' : `0${key.toLowerCase()}`;
  }
}

import { plain, toldResource } from '../resources/resource.ts';

/** How many of a server's joins are told: the newest. */
const JOINS_TOLD = 1_000;

/** Which ids of players that a server knows are another person's now: the id of a row is a player's. */
export const PERSONS = toldResource({
  name: 'persons',
  scope: 'server',
  many: 'joined players',
  fields: { person: plain(({ hexId }) => hexId) },
  order: { by: 'person', direction: 'asc' },
  searched: [],
  most: JOINS_TOLD,
  read: 'server.view.feed',
});

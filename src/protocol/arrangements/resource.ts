import { plain, toldResource } from '../resources/resource.ts';

/** Where the console stands on a wide screen: in a tab of its own, or beside the players. */
export const CONSOLE_PLACE = ['tab', 'beside'] as const;
export type ConsolePlace = (typeof CONSOLE_PLACE)[number];

/** How an account has arranged its pages: one row, whose id is the account's, once it has arranged something. */
export const ARRANGEMENTS = toldResource({
  name: 'arrangements',
  scope: 'account',
  many: 'arrangements',
  fields: { console: plain(({ z }) => z.enum(CONSOLE_PLACE)) },
  order: { by: 'console', direction: 'asc' },
  searched: [],
  most: 1,
  read: 'account.self',
});

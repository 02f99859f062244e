import { plain, toldResource } from '../resources/resource.ts';
import { USER_AGENT_MAX, WALL_LIMIT } from './limits.ts';

/** The walls that an account may see: the id of a row is the wall's. The wall itself is read by `wall-read`. */
export const WALLS = toldResource({
  name: 'walls',
  scope: 'account',
  many: 'walls',
  fields: {
    name: plain(({ walls }) => walls.wallName),
    /** Rises with every change: what was read of another one is old. */
    revision: plain(({ z }) => z.int().min(1)),
    /** How many it has. */
    scenes: plain(({ z }) => z.int().min(1)),
    created_at: plain(({ moment }) => moment),
    updated_at: plain(({ moment }) => moment),
  },
  order: { by: 'name', direction: 'asc' },
  searched: ['name'],
  most: WALL_LIMIT.wallsOfAccount,
  read: 'account.self',
});

/** The screens that an account has paired: the id of a row is the display's. */
export const DISPLAYS = toldResource({
  name: 'displays',
  scope: 'account',
  many: 'displays',
  fields: {
    name: plain(({ walls }) => walls.displayName),
    /** null: its wall was deleted, and it shows none until another is chosen. */
    wall_id: plain(({ hexId }) => hexId.nullable()),
    paired_at: plain(({ moment }) => moment),
    /** The last sign of life, where it is not connected; null before the first. */
    last_seen: plain(({ moment }) => moment.nullable()),
    /** It is connected now. */
    online: plain(({ z }) => z.boolean()),
    /** What its browser calls itself. */
    user_agent: plain(({ z }) => z.string().max(USER_AGENT_MAX)),
  },
  order: { by: 'name', direction: 'asc' },
  searched: ['name'],
  most: WALL_LIMIT.displaysOfAccount,
  read: 'account.self',
});

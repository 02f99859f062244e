import { z } from 'zod';
import { hexId, moment } from '../fields.ts';
import { plain, toldResource } from '../resources/resource.ts';
import { displayName, USER_AGENT_MAX, WALL_LIMIT, wallName } from './fields.ts';

/** The walls that an account may see: the id of a row is the wall's. The wall itself is read by `wall-read`. */
export const WALLS = toldResource({
  name: 'walls',
  scope: 'account',
  many: 'walls',
  fields: {
    name: plain(wallName),
    /** Rises with every change: what was read of another one is old. */
    revision: plain(z.int().min(1)),
    /** How many it has. */
    scenes: plain(z.int().min(1)),
    created_at: plain(moment),
    updated_at: plain(moment),
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
    name: plain(displayName),
    /** null: its wall was deleted, and it shows none until another is chosen. */
    wall_id: plain(hexId.nullable()),
    paired_at: plain(moment),
    /** The last sign of life, where it is not connected; null before the first. */
    last_seen: plain(moment.nullable()),
    /** It is connected now. */
    online: plain(z.boolean()),
    /** What its browser calls itself. */
    user_agent: plain(z.string().max(USER_AGENT_MAX)),
  },
  order: { by: 'name', direction: 'asc' },
  searched: ['name'],
  most: WALL_LIMIT.displaysOfAccount,
  read: 'account.self',
});

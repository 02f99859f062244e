import { z } from 'zod';
import { hexId, moment } from '../fields.ts';
import { plain, toldResource } from '../resources/resource.ts';
import { displayName, USER_AGENT_MAX, WALL_LIMIT } from './fields.ts';

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

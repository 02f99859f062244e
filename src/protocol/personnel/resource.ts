import { SERVER_PERMISSION } from '../permissions.ts';
import { idOf, personal, plain, toldResource } from '../resources/resource.ts';

/** The accounts that were given something on a server directly, and what. Others may by their roles. */
export const PERSONNEL = toldResource({
  name: 'personnel',
  scope: 'server',
  many: 'permissions',
  fields: {
    muster_id: idOf('account'),
    username: personal(({ personName }) => personName, 'muster_id'),
    display_name: personal(({ personName }) => personName, 'muster_id'),
    permissions: plain(({ z }) => z.array(z.enum(SERVER_PERMISSION)).max(SERVER_PERMISSION.length)),
    since: plain(({ moment }) => moment),
    /** It added the server: nobody else takes anything from it. */
    owner: plain(({ z }) => z.boolean()),
  },
  order: { by: 'since', direction: 'asc' },
  searched: ['username', 'display_name'],
  most: 500,
  read: 'server.personnel',
});

import { plain, toldResource } from '../resources/resource.ts';

/** What a server's modules are set to: one row, whose id is the server's. */
export const MODULES = toldResource({
  name: 'modules',
  scope: 'server',
  many: 'modules',
  fields: {
    /** null: nobody has set any. */
    changed_at: plain(({ moment }) => moment.nullable()),
    whitelist: plain(({ modules }) => modules.whitelistModule),
    ping: plain(({ modules }) => modules.pingModule),
    geoblocking: plain(({ modules }) => modules.toldGeoblocking),
    reserved_slots: plain(({ modules }) => modules.reservedSlotsModule),
    steam: plain(({ modules }) => modules.steamModule),
    vpn: plain(({ modules }) => modules.vpnModule),
    own_list: plain(({ modules }) => modules.ownListModule),
  },
  order: { by: 'changed_at', direction: 'asc' },
  searched: [],
  most: 1,
  read: 'server.view',
});

import { plain, secret, toldResource } from '../resources/resource.ts';
import { NAV_MAX } from './limits.ts';

/** Name, address, time zone and log folder of a server: one row, whose id is the server's. */
export const SETTINGS = toldResource({
  name: 'settings',
  scope: 'server',
  many: 'settings',
  fields: {
    identifier: plain(({ servers }) => servers.identifier),
    /** null: it is called by its identifier. */
    name: plain(({ servers }) => servers.toldName.nullable()),
    tags: plain(({ servers }) => servers.serverTags),
    timezone: plain(({ servers }) => servers.timeZone),
    game: plain(({ servers }) => servers.connection.shape.game),
    host: plain(({ servers }) => servers.connection.shape.host),
    game_port: plain(({ servers }) => servers.connection.shape.game_port),
    query_port: plain(({ servers }) => servers.connection.shape.query_port),
    rcon_port: plain(({ servers }) => servers.connection.shape.rcon_port),
    rcon_password: secret(({ servers }) => servers.rconPassword),
    log_folder: plain(({ servers }) => servers.logFolder.nullable()),
    /** The host's folder that log folders may be in; null where the operator allowed none. */
    log_root: plain(({ z }) => z.string().nullable()),
  },
  order: { by: 'identifier', direction: 'asc' },
  searched: [],
  most: 1,
  read: 'server.modify.settings',
});

/**
 * The order that an account has given its servers: the id of a row is a server's, which may be gone. Servers without
 * one stand behind these, by name. First specification, `/preferences/server-nav`.
 */
export const NAV = toldResource({
  name: 'nav',
  scope: 'account',
  many: 'places in the order of servers',
  fields: {
    /** 0 is the first. */
    place: plain(({ z }) =>
      z
        .int()
        .min(0)
        .max(NAV_MAX - 1),
    ),
  },
  order: { by: 'place', direction: 'asc' },
  searched: [],
  most: NAV_MAX,
  read: 'account.self',
});

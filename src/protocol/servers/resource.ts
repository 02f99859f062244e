import { z } from 'zod';
import { plain, secret, toldResource } from '../resources/resource.ts';
import { connection, identifier, logFolder, rconPassword, timeZone } from './fields.ts';

/** Name, address, time zone and log folder of a server: one row, whose id is the server's. */
export const SETTINGS = toldResource({
  name: 'settings',
  scope: 'server',
  many: 'settings',
  fields: {
    identifier: plain(identifier),
    timezone: plain(timeZone),
    game: plain(connection.shape.game),
    host: plain(connection.shape.host),
    game_port: plain(connection.shape.game_port),
    query_port: plain(connection.shape.query_port),
    rcon_port: plain(connection.shape.rcon_port),
    rcon_password: secret(rconPassword),
    log_folder: plain(logFolder.nullable()),
    /** The host's folder that log folders may be in; null where the operator allowed none. */
    log_root: plain(z.string().nullable()),
  },
  order: { by: 'identifier', direction: 'asc' },
  searched: [],
  most: 1,
  read: 'server.modify.settings',
});

const { game: _, rcon_password: __, log_root: ___, ...edited } = SETTINGS.fields;

/** What an editor saw. */
export const seenSettings = z.object(
  Object.fromEntries(Object.entries(edited).map(([name, { schema }]) => [name, schema])) as {
    [K in keyof typeof edited]: (typeof edited)[K]['schema'];
  },
);

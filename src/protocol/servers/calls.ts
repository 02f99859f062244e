import { z } from 'zod';
import { read, write } from '../call.ts';
import { hexId, moment } from '../fields.ts';
import { told } from '../resources/fields.ts';
import { NAV_MAX } from './limits.ts';
import { ROW } from '../resources/schemas.ts';
import type { PopulationBefore, PopulationSpan } from './population.ts';
import {
  connection,
  game,
  hostName,
  identifier,
  population,
  port,
  logFolder,
  rconPassword,
  serverName,
  serverSnapshot,
  givenTags,
  timeZone,
} from './fields.ts';

/** The errors of the RCon test. Second specification, section 8, 'Add-server'. */
const rcon = [
  'hostname-not-resolved',
  'unknown-server',
  'socket-unreachable',
  'authentication-failed',
  'forbidden',
  'address-not-allowed',
  'already-claimed',
] as const;

/** `ids`: only these, up to 200, joined by commas. `after`: the page behind this server, by id. */
export const serversListQuery = z.object({
  ids: z.string().max(5_000).optional(),
  after: hexId.optional(),
});

/** A page of servers, by id. `next`: what to name in `after` for the next one; null after the last. */
export const serversPage = z.object({
  servers: z.array(serverSnapshot),
  next: hexId.nullable(),
});

export const serversList = read({
  name: 'servers-list',
  path: '/app/v1/servers/list',
  summary: 'The servers that the account may see, in pages, each true at the position it states.',
  query: serversListQuery,
  answer: serversPage,
  access: 'signed-in',
});

export const serversTest = write({
  name: 'servers-test',
  path: '/app/v1/servers/test',
  summary: 'Log in to a game server once, to see whether address and RCon password are right.',
  /** `rcon_password`: null for GENERIC. */
  body: { ...connection.shape, rcon_password: rconPassword.nullable() },
  answer: z.object({
    status: z.literal(true),
    latency: z.int().min(0),
    /** What the game server calls itself; null where it did not tell. */
    name: z.string().nullable(),
    map: z.string().nullable(),
    players: z.int().min(0).nullable(),
    slots: z.int().min(0).nullable(),
  }),
  errors: ['plan-limit-reached', ...rcon],
  access: 'host.server.create',
  limit: { max: 20, seconds: 60, by: 'account' },
});

/** The most ports that somebody names beside the usual ones, and the most servers that are found. */
export const FIND_PORTS_MAX = 4;
export const FOUND_MAX = 40;

export const serversFind = write({
  name: 'servers-find',
  path: '/app/v1/servers/find',
  summary: 'Ask the usual query ports of every game at an address which servers answer there.',
  /** `ports`: asked as well. */
  body: { host: hostName, ports: z.array(port).max(FIND_PORTS_MAX).default([]) },
  answer: z.object({
    /** By their query ports. */
    servers: z
      .array(
        z.object({
          game,
          game_port: port,
          query_port: port,
          /** What the game server calls itself. */
          name: z.string(),
          map: z.string(),
          players: z.int().min(0).nullable(),
          slots: z.int().min(0).nullable(),
        }),
      )
      .max(FOUND_MAX),
  }),
  errors: ['plan-limit-reached', 'hostname-not-resolved', 'address-not-allowed'],
  access: 'host.server.create',
  limit: { max: 6, seconds: 60, by: 'account' },
});

export const serversAdd = write({
  name: 'servers-add',
  path: '/app/v1/servers/add',
  summary: 'Add a server; its set-up follows as omega:deploy.',
  body: {
    identifier,
    /** Absent or null: it is called by its identifier. */
    name: serverName.nullable().optional(),
    timezone: timeZone,
    ...connection.shape,
    /** null for GENERIC. */
    rcon_password: rconPassword.nullable(),
  },
  answer: z.object({ server_id: hexId }),
  errors: ['plan-limit-reached', ...rcon],
  access: 'host.server.create',
  limit: { max: 20, seconds: 60, by: 'account' },
});

/** What an editor saw. */
export const seenSettings = ROW.settings.omit({
  id: true,
  server_id: true,
  game: true,
  rcon_password: true,
  log_root: true,
});

export const serverInfo = read({
  name: 'server-info',
  path: '/app/v1/server/:server_id/info',
  summary: 'Where a server is: its address and its ports.',
  answer: connection.omit({ game: true }),
  access: 'server.view.info',
});

export const serverEdit = write({
  name: 'server-edit',
  path: '/app/v1/server/:server_id/settings',
  summary:
    'Change name, address, password or time zone; the connection is tested first if it changed.',
  body: {
    identifier,
    /** Absent: it stays; null: it is called by its identifier. */
    name: serverName.nullable().optional(),
    timezone: timeZone,
    ...connection.omit({ game: true }).shape,
    /** Absent: the password stays, for which the address and every port have to stay too. */
    rcon_password: rconPassword.optional(),
    /** Absent: it stays; null: no logs are read. */
    log_folder: logFolder.nullable().optional(),
    /** Absent: they stay. */
    tags: givenTags.optional(),
    /** As the editor saw them: where they are not so any more, nothing is changed. Absent: over whatever they are. */
    was: seenSettings.optional(),
  },
  answer: told.extend({ status: z.literal(true) }),
  errors: [...rcon, 'password-needed', 'log-folder-refused', 'row-changed'],
  access: 'server.modify.settings',
  limit: { max: 20, seconds: 60, by: 'account' },
});

/** The most characters of a log that is uploaded. */
export const LOG_UPLOAD_MAX = 8_388_608;

export const serverLogUpload = write({
  name: 'server-log-upload',
  path: '/app/v1/server/:server_id/logs-upload',
  summary:
    'Read a log file of the game (DayZ .ADM or .RPT, ArmA console) into the feed, and keep the file.',
  body: {
    /** The file's own name: it tells the kind of log. */
    name: z.string().min(1).max(255),
    /** The file's text. */
    text: z.string().min(1).max(LOG_UPLOAD_MAX),
    /** When the file was written last, as its machine says: the day of a log that states none. */
    modified_at: moment.optional(),
  },
  answer: z.object({
    lines: z.int().min(0),
    /** Entries that the feed did not have. */
    told: z.int().min(0),
    /** Entries that RCon or an earlier log had told already. */
    known: z.int().min(0),
    /** Entries older than seven days; they are not told. */
    old: z.int().min(0),
    /** Lines that say nothing that the feed tells. */
    other: z.int().min(0),
    /** Lines that were not understood, with the first of them. */
    unexplained: z.int().min(0),
    first_unexplained: z.string().nullable(),
    /** The file as it is kept. */
    file_id: hexId,
    /** The same bytes were kept of this server before: they are kept once, under the name that they had then. */
    kept_before: z.boolean(),
    /** How many older files went for it, by the policy of the subscription owner. */
    deleted: z.int().min(0),
  }),
  errors: ['log-not-recognized', 'storage-quota-reached', 'limit-reached'],
  access: 'server.modify.settings',
  limit: { max: 10, seconds: 60, by: 'account' },
  // The text in JSON may take three bytes a character.
  bodyLimit: 3 * LOG_UPLOAD_MAX + 65_536,
});

export const serverDelete = write({
  name: 'server-delete',
  path: '/app/v1/server/:server_id/delete',
  summary: 'Ask for the deletion of a server; its name must be typed.',
  body: { identifier: z.string().max(100) },
  answer: z.object({ status: z.literal(true) }),
  errors: ['confirmation-mismatch'],
  access: 'server.delete',
});

const populationSpan = z.enum([
  '1h',
  '6h',
  '24h',
  '7d',
  '30d',
  '90d',
]) satisfies z.ZodType<PopulationSpan>;
const populationBefore = z.enum(['1d', '7d', '28d', '30d']) satisfies z.ZodType<PopulationBefore>;

export const navSet = write({
  name: 'nav-set',
  path: '/app/v1/@me/server-nav',
  summary: 'Order the servers of the account; the others follow by name.',
  /** All that have a place from now on, the first first; those that the account may not see get none. */
  body: { servers: z.array(hexId).max(NAV_MAX) },
  answer: told,
  access: 'signed-in',
  limit: { max: 120, seconds: 60, by: 'account' },
});

export const serverPopulation = read({
  name: 'server-population',
  path: '/app/v1/server/:server_id/population',
  summary:
    'Population history of a span that ends now, or of the same span some days before, with an hour more on both sides.',
  query: z.object({
    span: populationSpan.default('24h'),
    before: populationBefore.optional(),
  }),
  answer: z.object({
    span: populationSpan,
    /** Absent: the span ends now. */
    before: populationBefore.optional(),
    /** Seconds between points. */
    step: z.int(),
    /** Oldest first; moments without an observation are absent. players: the highest of the step. */
    points: z.array(
      z.object({
        at: moment,
        players: population.shape.players,
        slots: population.shape.slots,
        queue: z.int().min(0).nullable(),
      }),
    ),
  }),
  access: 'server.view',
});

import { z } from 'zod';
import {
  DELETION_STATE,
  DEPLOYMENT_STEP,
  GAME,
  POPULATION_SOURCE,
  RCON_STATE,
  RESTRICTED_BY,
  SERVER_ACTION,
  SERVER_FAULT,
  UPTIME_SOURCE,
} from '../enumerations.ts';
import { count, hexId, moment, personName, words } from '../fields.ts';
import { containing, personal } from '../marks.ts';
import { TAG_LIMIT } from './limits.ts';

/** A server's name in the portal: 1 to 20 printable ASCII characters. Second specification, section 5. */
export const identifier = containing(
  'server-name',
  z
    .string()
    .trim()
    .min(1)
    .max(20)
    .regex(/^[\x20-\x7e]+$/, 'ascii'),
);

/** The most characters of what people call a server. Games tell up to some hundred. */
export const SERVER_NAME_MAX = 100;

/**
 * What people call a server, in any script, as its game does: one line, without signs that nobody sees or that turn
 * what stands around them.
 */
export const serverName = containing(
  'server-name',
  z
    .string()
    .trim()
    .min(1)
    .max(SERVER_NAME_MAX)
    .regex(
      /^[^\p{Cc}\p{Zl}\p{Zp}\u061c\u200b\u200e\u200f\u202a-\u202e\u2060-\u2069\ufeff]+$/u,
      'server-name',
    )
    // Half of a character is none, and no database keeps it.
    .refine((text) => !/\p{Surrogate}/u.test(text)),
);

/** It, as the host tells it. */
export const toldName = containing('server-name', z.string().max(SERVER_NAME_MAX));

/** 1 to 65535. */
export const port = z.int().min(1).max(65_535);

/** An IPv4 or IPv6 address, or a host name; never a URL. */
export const hostName = z
  .string()
  .trim()
  .min(1)
  .max(253)
  .regex(/^[A-Za-z0-9._:[\]-]+$/, 'host-name');

/** What hosts are compared by: two spellings of one name are one. */
export function hostKey(host: string): string {
  return host.toLowerCase().replace(/\.$/, '');
}

export const rconPassword = z.string().min(1).max(128);

/**
 * The folder of the host's machine that a server's own logs are in: an absolute path below the folder that
 * the operator allowed.
 */
export const logFolder = z
  .string()
  .trim()
  .min(1)
  .max(500)
  .regex(/^[^\0\r\n]+$/, 'one-line');

/** An IANA time zone. */
export const timeZone = containing(
  'time-zone',
  z
    .string()
    .min(1)
    .max(64)
    .regex(/^[A-Za-z0-9_+/-]+$/),
);

export const game = z.literal(Object.values(GAME));

/** Where a server is and how to log in. */
export const connection = z.object({
  game,
  host: hostName,
  game_port: port,
  /** null: the game's usual one (DayZ 27016, ArmA game port + 1). */
  query_port: port.nullable(),
  /** null for GENERIC, which has no remote control; the others have one. */
  rcon_port: port.nullable(),
});

export const serverFault = z.enum(SERVER_FAULT);

/** active: whether the game has a queue now; size: how many wait. */
export const queue = z.object({ active: z.boolean(), size: z.int().min(0) });

/** Counts of a server; null is unknown. `players` never exceeds `slots` where both are known. */
export const population = z.object({
  players: count,
  slots: count,
  queue: queue.nullable(),
  source: z.enum(POPULATION_SOURCE),
  observed_at: moment,
});
export type Population = z.infer<typeof population>;

/** What the game tells of itself. */
export const environment = z.object({
  /** The server's local time as ISO 8601 with offset; null where no restart is planned. */
  next_restart: z.object({
    local: containing('local-time', z.string()).nullable(),
    /**
     * What restarts it then: `id` of a job or, of what was asked for once, of a plan; when it was to run at first, and
     * when it runs. Absent where no restart is planned, and in what was recorded before there were schedules.
     */
    of: z.object({ id: hexId, due: moment, at: moment }).optional(),
    /** It also restarts so long after it has started, and when that was is not known. Absent: no. */
    start_unknown: z.literal(true).optional(),
  }),
  /** Seconds since the game server started, at `observed_at`, or by its source since then; null is unknown. */
  uptime: z.int().min(0).nullable(),
  /** null: unknown, as where an earlier version told the uptime. */
  uptime_source: z.enum(UPTIME_SOURCE).nullable(),
  /** The last stretch of it in which nobody watched the server: it may have restarted then. null: there was none. */
  uptime_gap: z.object({ from: moment, to: moment }).nullable(),
  map: words.nullable(),
  version: words.nullable(),
  /** In-game time 'HH:MM'. */
  time: containing('time-of-day', z.string()).nullable(),
  locked: z.boolean().nullable(),
  /** When the map was last wiped; null for games that are not, and while unknown. */
  wiped_at: moment.nullable(),
  observed_at: moment,
});
export type Environment = z.infer<typeof environment>;

/**
 * The connection to the game server. `UNKNOWN`: what a newer host tells of it is not known here; no host says so of
 * its own.
 */
export const serverState = z.object({
  state: z.enum([...RCON_STATE, 'UNKNOWN']),
  offline: z.boolean(),
  /** Connected, and the game answers commands. */
  ready: z.boolean(),
  error: serverFault.nullable(),
  since: moment,
});

export const deploymentStep = z.object({
  step: z.enum(DEPLOYMENT_STEP),
  /** `unknown`: what a newer host tells of it is not known here; no host says so of its own. */
  state: z.enum(['pending', 'running', 'done', 'failed', 'unknown']),
  /** When it reached this state; null while pending. */
  at: moment.nullable(),
  /** What was really done, or why it failed; English. */
  detail: words.nullable(),
});
export const deployment = z.array(deploymentStep);

/**
 * One word by which servers are found and grouped: a line without commas, which stand between tags, and without signs
 * that turn the text around it.
 */
const serverTag = z
  .string()
  .trim()
  .min(1)
  .max(TAG_LIMIT.characters)
  .regex(/^[^,\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]*$/u, 'tag');

/** The tags of a server, the one that it is grouped by first. */
export const serverTags = z.array(words).max(TAG_LIMIT.tags);

/** The tags that somebody gives a server: stricter than what a row may have. */
export const givenTags = z
  .array(serverTag)
  .max(TAG_LIMIT.tags)
  .refine((tags) => new Set(tags.map((tag) => tag.toLowerCase())).size === tags.length, {
    message: 'tags-not-unique',
  });

/** The configuration of a server that everybody who sees it may see. */
export const serverConfiguration = z.object({
  identifier,
  /** Absent: it is called by its identifier. */
  name: toldName.optional(),
  game,
  timezone: timeZone,
  /** Nobody may use the server's pages, and nothing of it is told but that it is there. */
  restricted: z.boolean(),
  /** Who restricted it, while it is, and why; null: they gave no reason. */
  restriction: z.object({ by: z.enum(RESTRICTED_BY), reason: words.nullable() }).optional(),
  created_at: moment,
  deleting: z.enum(DELETION_STATE).nullable(),
  /** What can be asked of this game; values of the server action enumeration. */
  actions: z.array(z.literal(Object.values(SERVER_ACTION))),
  tags: serverTags,
  /** So many bans Muster has in the list that the game keeps itself, as it was read last; absent: none, null: nobody knows. */
  own_bans: z.int().min(1).nullable().optional(),
});

/** A player who is on a server now. Addresses and identifiers are told elsewhere. */
export const presentPlayer = z.object({
  /** The play session. */
  id: hexId,
  /** The player; null until the game told an identity. */
  muster_id: hexId.nullable(),
  name: personal(personName, 'muster_id', 'id'),
  joined_at: moment,
  /** The moment is a lower bound: the player was found by a player list. */
  joined_before: z.boolean(),
  verified: z.boolean(),
  lobby: z.boolean(),
});

/** One server with everything its list stream tells, true at `position` of that stream. */
export const serverSnapshot = z.object({
  id: hexId,
  position: z.int().min(0),
  configuration: serverConfiguration,
  state: serverState,
  population,
  environment,
  deployment,
  players: z.array(presentPlayer),
});
export type ServerSnapshot = z.infer<typeof serverSnapshot>;

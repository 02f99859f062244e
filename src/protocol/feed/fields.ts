import { z } from 'zod';
import { REMOVAL_REASON, RCON_STATE, SERVER_ACTION } from '../enumerations.ts';
import { battleyeGuid, freeText, hexId, moment, personName, words } from '../fields.ts';
import { containing, personal } from '../marks.ts';
import { jobAction } from '../schedules/fields.ts';
import { serverFault } from '../servers/fields.ts';

/** A player as an entry names them. */
export const player = z.object({
  /** The play session; null where the game named somebody who is not known to be there. */
  id: hexId.nullable(),
  muster_id: hexId.nullable(),
  name: personal(personName, 'muster_id', 'id'),
});
/** Who `player` is, seen from the entry. */
const OF_PLAYER = ['player.muster_id', 'player.id'];
/** Who or what hurt a player. */
const harm = z.object({
  /** null: an animal, a fall, or somebody whom the game did not name. */
  player: player.nullable(),
  /** What the game calls a cause that is no player ('Infected', 'fall'); empty for a player. */
  cause: words,
  weapon: words.nullable(),
  /** Metres. */
  distance: z.number().min(0).nullable(),
});
/** Metres on the map: east, north, height. `at`: when the game told it. */
export const position = containing(
  'place',
  z.object({
    x: z.number(),
    y: z.number(),
    height: z.number().nullable(),
    at: moment,
  }),
);
export type Position = z.infer<typeof position>;
/** What makes somebody look who may be on a server. */
const DOOR_CAUSE = ['player', 'chat', 'ping', 'steam', 'rules', 'begun'] as const;
/** What of the rules it was, where somebody looked for that; `end`: an entry of a bucket was over. */
const RULES_CHANGED = ['ban-list', 'bucket', 'modules', 'end'] as const;
/** What a ban finds somebody by. */
const BAN_KEY = ['person', 'steam', 'battleye', 'bohemia', 'address'] as const;
const actor = z.object({ muster_id: hexId, display_name: personal(personName, 'muster_id') });

/** One thing that happened on a server, as the feed tells it. */
export const feedEntry = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('join'), player, found: z.boolean() }),
  z.object({ kind: z.literal('leave'), player, found: z.boolean() }),
  z.object({
    kind: z.literal('chat'),
    player,
    channel: words,
    text: personal(containing('chat', z.string()), ...OF_PLAYER),
  }),
  z.object({
    kind: z.literal('kick'),
    player,
    by: z.enum(['admin-kick', 'admin-ban', 'battleye', 'eac', 'game']),
    reason: personal(freeText, ...OF_PLAYER),
  }),
  /** Somebody died; `by` is null where the game did not say of what. */
  z.object({ kind: z.literal('death'), player, by: harm.nullable() }),
  /** Somebody was hurt. `zone`: where the body was hit, in the game's words. */
  z.object({
    kind: z.literal('hit'),
    player,
    by: harm,
    zone: words.nullable(),
    damage: z.number().nullable(),
  }),
  z.object({
    kind: z.literal('state'),
    state: z.enum(RCON_STATE),
    offline: z.boolean(),
    error: serverFault.nullable(),
  }),
  /** What the game server said between two moments may not have been heard: chat and deaths may be missing. */
  z.object({ kind: z.literal('gap'), from: moment, to: moment }),
  /** Somebody used a tool other than this portal. */
  z.object({
    kind: z.literal('rcon-admin'),
    /** BattlEye's number of the admin; null where the game has none. */
    admin: z.int().nullable(),
    did: z.enum(['login', 'message-public', 'message-private']),
    to: personal(personName.nullable()),
    text: personal(freeText),
  }),
  /** Somebody acted through the portal. */
  z.object({
    kind: z.literal('action'),
    actor,
    action: z.literal(Object.values(SERVER_ACTION)),
    player: player.nullable(),
    /** The message, the reason or the command; null where the viewer may not see commands. */
    text: personal(freeText.nullable(), ...OF_PLAYER),
    outcome: z.enum(['done', 'no-answer', 'failed']),
  }),
  /** Somebody was kept out, or could not be. */
  z.object({
    kind: z.literal('kept-out'),
    player,
    rule: z.enum(REMOVAL_REASON),
    /**
     * What made somebody look, and when: the game told who is on, or more of them; what they said; their ping; what Steam said; other
     * rules, lists or settings, and which of them; that the server began to be run. Absent: it was not kept then.
     */
    seen: z
      .object({
        kind: z.enum(DOOR_CAUSE),
        changed: z.enum(RULES_CHANGED).optional(),
        at: moment,
      })
      .optional(),
    /** Of the decision that asked it; absent: it was not kept then. */
    version: z.int().min(1).optional(),
    /** Whether they were asked to leave, or only told; absent: asked to leave. */
    did: z.enum(['kick', 'warn', 'ban']).optional(),
    /** The ban, and its list as it was called then; null: another rule found them. */
    ban: z
      .object({
        id: hexId,
        banlist_id: hexId,
        banlist: words,
        /** What it and they have in common; absent: it was not kept then. */
        by: z.array(z.enum(BAN_KEY)).optional(),
        /** Everybody could read its bans then; absent: those alone who may read the list. */
        public: z.literal(true).optional(),
        /** The list of the server that follows it; absent: the server obeys it itself. */
        through: z.object({ id: hexId, identifier: words }).optional(),
      })
      .nullable(),
    /** The filter that matched, and its bucket as it was called then; absent: it was no filter. */
    filter: z.object({ id: hexId, bucket_id: hexId, bucket: words, term: words }).optional(),
    /** Their ping in milliseconds, and what it may be; absent: it was not that. */
    ping: z.object({ was: z.int().min(0), max: z.int().min(0) }).optional(),
    /** Why, as the entry that was found says it. */
    reason: personal(freeText, ...OF_PLAYER),
    /** What the game was asked to tell them; absent: it was not kept then. */
    sent: personal(freeText, ...OF_PLAYER).optional(),
    /** The command as it went; absent: nothing went, or it was not kept then. */
    command: personal(freeText, ...OF_PLAYER).optional(),
    /** What the game answered to it; absent: nothing, or it was not kept then. */
    answer: personal(freeText, ...OF_PLAYER).optional(),
    /** The ban that a filter made. */
    made: z.object({ id: hexId, banlist_id: hexId }).optional(),
    /** When it is over; null: never. */
    until: moment.nullable(),
    outcome: z.enum(['done', 'no-answer', 'failed']),
  }),
  /** The server did something by itself, or did not. */
  z.object({
    kind: z.literal('schedule'),
    /** null: what somebody asked for once. */
    job_id: hexId.nullable(),
    /** The job's name; empty for what no job is. */
    name: words,
    /** `unlock`: what it was locked for does not come, or has come and left it locked. */
    step: z.enum(['warning', 'lock', 'kick', 'action', 'unlock']),
    /** What the job does, or what was asked for. */
    action: jobAction,
    /** What was said; missed, what was to be, with its variables as they stand. null: nothing, or a command. */
    text: words.nullable(),
    /** When it was to be done. */
    due: moment,
    /** `missed`: nobody was there to do it in time. */
    outcome: z.enum(['done', 'no-answer', 'failed', 'missed']),
    /** Why it failed. */
    why: z
      .enum(['not-connected', 'unsupported', 'player-gone', 'ambiguous', 'whitelist-off'])
      .nullable(),
    /** How often it was missed up to `due`; null where it was not. */
    missed: z.int().min(1).nullable(),
  }),
  z.object({
    kind: z.literal('configuration'),
    /** null: the operator of this Muster, or Muster itself. */
    actor: actor.nullable(),
    change: z.enum([
      'created',
      'settings',
      'modules',
      'queue-sync',
      'permissions',
      'deletion-requested',
      'restricted',
      'unrestricted',
    ]),
  }),
]);
export type FeedEntry = z.infer<typeof feedEntry>;

/** One line of the console. `out` is a command that somebody sent, `answer` what came back for it. */
export const consoleLine = z.object({
  kind: z.literal('console'),
  direction: z.enum(['in', 'out', 'answer']),
  text: personal(freeText),
  actor: actor.nullable(),
});

/** What only those with `server.view.personal` see of a play session: who it is, from where, and where on the map. */
export const personalEntry = z.object({
  kind: z.literal('personal'),
  player: hexId,
  ip: personal(containing('ip-address', z.string()).nullable(), 'player'),
  guid: personal(battleyeGuid.nullable(), 'player'),
  steam_id: personal(containing('steam-id', z.string()).nullable(), 'player'),
  /** The id of Bohemia's account, from the game's logs. */
  bohemia_id: personal(freeText.nullable(), 'player'),
  position: personal(position.nullable(), 'player'),
});

/**
 * Cause: something happened on a server that somebody asked to see. The stream tells the audience:
 * feed carries `feedEntry`, console `consoleLine`, feed-personal `personalEntry`.
 */
export const serverFeed = z.object({
  server_id: hexId,
  at: moment,
  entry: z.discriminatedUnion('kind', [feedEntry, consoleLine, personalEntry]),
});

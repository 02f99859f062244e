/** What is known of a person over all servers that whoever asks may see. */
import { z } from 'zod';
import { read, write } from '../call.ts';
import { ACCOUNT_TITLE, PLAYER_IDENTIFIER, REMOVAL_REASON } from '../enumerations.ts';
import { freeText, hexId, moment, personName, words } from '../fields.ts';
import { game } from '../servers/fields.ts';
import { IDS_SHOWN, NAMES_SHOWN } from '../players/calls.ts';
import { EVIDENCE } from './evidence.ts';

/** Of somebody who was on more servers, those where they were last. */
export const PERSON_SERVERS = 500;
/** The most used last. */
export const TRACES_SHOWN = 1_000;
/** The likeliest. */
export const ALTERNATES_SHOWN = 20;
/** Kicks by an anti-cheat that are looked at for one answer. */
export const ANTI_CHEAT_KICKS = 500;
/** Stays of one page at most. */
export const PERSON_SESSIONS_MAX = 200;

const identity = z.object({
  kind: z.enum(PLAYER_IDENTIFIER).exclude(['ip']),
  value: z.string(),
  last: moment,
});

/** Whether their game has confirmed who they are: `unauthorized`, it has not. */
export const PLAY_STATE = ['online', 'unauthorized'] as const;

const onServer = z.object({
  server_id: hexId,
  /** The stay that goes on; null: not there. */
  here: z
    .object({
      id: hexId,
      joined_at: moment,
      joined_before: z.boolean(),
      state: z.enum(PLAY_STATE),
    })
    .nullable(),
  /** When the oldest stay that is kept began; `before`: was there before already. */
  first_seen: z.object({ at: moment, before: z.boolean() }),
  /** The last moment at which they were there. */
  last_seen: moment,
  /** The newest first, each once. */
  names: z.array(z.object({ name: personName, last: moment })).max(NAMES_SHOWN),
  /** Seconds there, and how often, as far as it was counted; null: not for whoever asks. */
  counted: z.object({ playtime: z.int().min(0), stays: z.int().min(0) }).nullable(),
  /** null: not for whoever asks. */
  identities: z.array(identity).nullable(),
});

export const personProfile = read({
  name: 'person-profile',
  path: '/app/v1/persons/:muster_id',
  summary:
    'Who somebody is, on each server where they were and that the account may see: names, first and last stay, playtime, where they are, identifiers.',
  answer: z.object({
    /** Of ids that are one person, the one under which they are shown. */
    muster_id: hexId,
    /** Ids that lead to them, this one first, as far as servers that the account may see know them. */
    ids: z.array(hexId).min(1).max(IDS_SHOWN),
    /** null: they have none. */
    account: z
      .object({
        display_name: personName,
        titles: z.array(z.enum(ACCOUNT_TITLE)),
        /** What stands against it; null: nothing. */
        notice: z.enum(['banned', 'terminated', 'disabled']).nullable(),
        /** Whether it is in private mode; null: that is for the account alone to know. */
        private: z.boolean().nullable(),
      })
      .nullable(),
    /** Where they were last comes first. */
    servers: z.array(onServer).max(PERSON_SERVERS),
    /** What the plan of whoever asks opens. */
    opens: z.object({
      sessions: z.boolean(),
      traces: z.boolean(),
      alternates: z.boolean(),
      private: z.boolean(),
    }),
  }),
  errors: ['not-found'],
  access: 'signed-in',
  gate: 'player',
});

export const personSessions = read({
  name: 'person-sessions',
  path: '/app/v1/persons/:muster_id/sessions',
  summary:
    'Stays of somebody on all servers whose feed the account may read, newest first: how each ended, and why they were thrown out.',
  query: z.object({
    server: hexId.optional(),
    /** What the page before answered as `next`. */
    after: z
      .string()
      .regex(/^\d{1,16}\.[0-9a-f]{24}$/)
      .optional(),
    limit: z.coerce.number().int().min(1).max(PERSON_SESSIONS_MAX).default(50),
  }),
  answer: z.object({
    sessions: z
      .array(
        z.object({
          id: hexId,
          server_id: hexId,
          /** The id that they had there. */
          muster_id: hexId,
          name: personName,
          joined_at: moment,
          joined_before: z.boolean(),
          /** The last moment that is known of it; null: it goes on, or nobody knows. */
          until: moment.nullable(),
          ended: z.enum(['here', 'left', 'kicked', 'unknown']),
          verified: z.boolean(),
          /** Who threw them out, and why; null: nobody did, or it is not kept any more. */
          kick: z
            .object({
              by: z.enum(['admin-kick', 'admin-ban', 'battleye', 'eac', 'game']),
              reason: freeText,
              /** Who did it through the portal; null: nobody did, or it is not kept any more. */
              actor: personName.nullable(),
              /** The rule that found them at the door, and the ban list where it was one. */
              rule: z.enum(REMOVAL_REASON).nullable(),
              banlist: words.nullable(),
              /** The job of the server that did it, by its name, which may be empty; null: none did, or it is not kept any more. */
              job: words.nullable(),
            })
            .nullable(),
          /** The server was restarted then, or nobody heard it when they left; null: neither is known. */
          why: z.enum(['restart', 'lost']).nullable(),
        }),
      )
      .max(PERSON_SESSIONS_MAX),
    /** null: there are no older ones. */
    next: z.string().nullable(),
  }),
  errors: ['not-found', 'plan-needed'],
  access: 'signed-in',
  gate: 'player',
});

export const personAntiCheat = read({
  name: 'person-anti-cheat',
  path: '/app/v1/persons/:muster_id/anti-cheat',
  summary:
    'Which bans of BattlEye and EasyAntiCheat servers told when these threw somebody out, in each game: of the latest stays on servers whose feed the account may read, as far as the feed is kept.',
  answer: z.object({
    standings: z
      .array(
        z.object({
          game,
          by: z.enum(['battleye', 'eac']),
          bans: z
            .array(
              z.object({
                /** As the reason says it; null: it has none. */
                number: words.nullable(),
                reason: freeText,
                first: moment,
                last: moment,
                times: z.int().min(1),
                /** Where it was met last. */
                server_id: hexId,
              }),
            )
            .max(ANTI_CHEAT_KICKS),
        }),
      )
      .max(ANTI_CHEAT_KICKS),
    /** How many of these kicks were looked at: of more, the latest. */
    kicks: z.int().min(0).max(ANTI_CHEAT_KICKS),
  }),
  errors: ['not-found', 'plan-needed'],
  access: 'signed-in',
  gate: 'player',
});

/** What somebody was seen under. Second specification, section 3. */
export const TRACE_KIND = [
  'name',
  /** What their Steam account was called. */
  'persona',
  'ipv4',
  'ipv6',
  'steam_id',
  'guid',
  'bohemia_id',
] as const;

export const personTraces = read({
  name: 'person-traces',
  path: '/app/v1/persons/:muster_id/traces',
  summary:
    'Names, Steam names, addresses and identifiers under which somebody was seen, on servers whose personal data the account may see: how often, first and last, where.',
  answer: z.object({
    traces: z
      .array(
        z.object({
          kind: z.enum(TRACE_KIND),
          value: personName,
          /** null: of a Steam name, which no server tells. */
          server_id: hexId.nullable(),
          /** In how many stays; of a Steam name, in how many answers of Steam. */
          uses: z.int().min(1),
          first: moment,
          last: moment,
        }),
      )
      .max(TRACES_SHOWN),
    /** There are more, which were used before. */
    more: z.boolean(),
  }),
  errors: ['not-found', 'permission-denied', 'plan-needed'],
  access: 'signed-in',
  gate: 'player',
});

export const personAlternates = read({
  name: 'person-alternates',
  path: '/app/v1/persons/:muster_id/alternates',
  summary:
    'Who may be the same person under another identity: a guess, with what speaks for it and against it, of what the account may see.',
  answer: z.object({
    /** The likeliest first. */
    alternates: z
      .array(
        z.object({
          muster_id: hexId,
          name: personName,
          last_seen: moment,
          /** 0 to 100. */
          score: z.int().min(0).max(100),
          evidence: z.array(
            z.object({
              kind: z.enum(EVIDENCE),
              weight: z.int().min(-100).max(100),
              /** How many addresses, names or times it is made of. */
              count: z.int().min(1),
            }),
          ),
        }),
      )
      .max(ALTERNATES_SHOWN),
    /** Whether addresses were compared too: the account may see them on some server where they were. */
    addresses: z.boolean(),
  }),
  errors: ['not-found', 'plan-needed'],
  access: 'signed-in',
  gate: 'player',
  limit: { max: 60, seconds: 60, by: 'account' },
});

export const privateSet = write({
  name: 'private-set',
  path: '/app/v1/@me/private',
  summary:
    'Enter or leave private mode: others find the account by its name and id only where they have seen it on a server of theirs.',
  body: { private: z.boolean() },
  answer: z.object({ private: z.boolean() }),
  errors: ['plan-needed'],
  access: 'signed-in',
});

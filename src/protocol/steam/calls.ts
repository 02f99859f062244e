/** What Steam says of a person, where whoever runs this Muster has set a key of its Web API. */
import { z } from 'zod';
import { read } from '../call.ts';
import { moment, personName } from '../fields.ts';

/** Of somebody with more accounts, those that were seen last. */
export const STEAM_ACCOUNTS_SHOWN = 20;

/** What Steam has of an account: `deleted`, nothing. */
export const STEAM_STATE = ['public', 'private', 'deleted'] as const;
export type SteamState = (typeof STEAM_STATE)[number];

/** Why Steam does not answer: it is down, it was asked too often, or it does not take the key. */
export const STEAM_TROUBLE = ['maintenance', 'rate-limited', 'refused'] as const;
export type SteamTrouble = (typeof STEAM_TROUBLE)[number];

/** Why nothing newer is known; null: Steam answers. */
const trouble = z.object({ kind: z.enum(STEAM_TROUBLE), since: moment }).nullable();

export const steamState = read({
  name: 'steam-state',
  path: '/app/v1/steam',
  summary: 'Whether Steam is asked of players, and whether it answers.',
  answer: z.object({
    /** Whether this Muster has a key to ask with. */
    on: z.boolean(),
    trouble,
  }),
  access: 'signed-in',
});

export const personSteam = read({
  name: 'person-steam',
  path: '/app/v1/persons/:muster_id/steam',
  summary:
    'What Steam last said of the accounts of somebody, on servers whose personal data the account may see: name, age and bans.',
  answer: z.object({
    /** Whether this Muster has a key to ask with. */
    on: z.boolean(),
    trouble,
    accounts: z
      .array(
        z.object({
          steam_id: z.string().max(20),
          /** null: Steam was not asked of it, or has not answered yet. */
          told: z
            .object({
              state: z.enum(STEAM_STATE),
              /** The moment that it is of. */
              at: moment,
              persona: personName.nullable(),
              /** When the account was made; null: its profile does not say. */
              created_at: moment.nullable(),
              vac_bans: z.int().min(0),
              game_bans: z.int().min(0),
              community_banned: z.boolean(),
              /** Days from the last VAC or game ban to `at`; null: there is none. */
              days_since_ban: z.int().min(0).nullable(),
            })
            .nullable(),
        }),
      )
      .max(STEAM_ACCOUNTS_SHOWN),
  }),
  errors: ['not-found', 'permission-denied'],
  access: 'signed-in',
  gate: 'player',
});

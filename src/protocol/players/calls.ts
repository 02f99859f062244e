import { z } from 'zod';
import { read } from '../call.ts';
import { PLAYER_IDENTIFIER } from '../enumerations.ts';
import { hexId, moment, personName } from '../fields.ts';

export const playersByIdentifier = read({
  name: 'players-by-identifier',
  path: '/app/v1/players/by-identifier',
  summary:
    'Players who are on now with an address or identifier that begins so, on the servers whose personal data the account may see. A whole SteamID64 finds its BattlEye GUID too.',
  query: z.object({
    beginning: z.string().min(4).max(64),
    limit: z.coerce.number().int().min(1).max(100).default(20),
  }),
  answer: z.object({
    players: z.array(
      z.object({
        server_id: hexId,
        /** The play session. */
        player: hexId,
        /** Which of them begins so. */
        id: z.enum(PLAYER_IDENTIFIER),
        value: z.string(),
      }),
    ),
  }),
  access: 'signed-in',
  limit: { max: 120, seconds: 60, by: 'account' },
});

/** So many ids of one person are told. */
export const IDS_SHOWN = 100;

/** The newest names of a player that are told. */
export const NAMES_SHOWN = 20;

export const playerProfile = read({
  name: 'player-profile',
  path: '/app/v1/server/:server_id/players/:muster_id',
  summary:
    'Who a player is on the server, also one who has left: names, first and last stay, and identifiers for whoever may see them. As far back as stays are kept.',
  answer: z.object({
    /** Of ids that are one person, the one under which they are shown. */
    muster_id: hexId,
    /** Every id that leads to them, this one first: what happened has the id that it was told under. */
    ids: z.array(hexId).min(1).max(IDS_SHOWN),
    /** The play session that goes on; null: not on the server. */
    here: hexId.nullable(),
    /** The newest first, each once. */
    names: z
      .array(
        z.object({
          name: personName,
          /** When somebody of this name was there last; null: is there. */
          last: moment.nullable(),
        }),
      )
      .max(NAMES_SHOWN),
    /** When the oldest stay that is kept began; `before`: was there before already. */
    first_seen: z.object({ at: moment, before: z.boolean() }).nullable(),
    /** When the newest stay ended; null: it goes on, or there was none. */
    last_seen: moment.nullable(),
    /** As the newest stay has them; null: the account may not see them, or nothing is known. */
    identity: z
      .object({
        ip: z.string().nullable(),
        guid: z.string().nullable(),
        steam_id: z.string().nullable(),
        bohemia_id: z.string().nullable(),
      })
      .nullable(),
  }),
  access: 'server.view.feed',
});

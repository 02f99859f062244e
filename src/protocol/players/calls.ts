import { z } from 'zod';
import { read } from '../call.ts';
import { PLAYER_IDENTIFIER } from '../enumerations.ts';
import { hexId } from '../fields.ts';

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
  errors: ['not-signed-in'],
  access: 'signed-in',
  limit: { max: 120, seconds: 60, by: 'account' },
});

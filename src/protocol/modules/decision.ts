import { z } from 'zod';
import { read } from '../call.ts';
import { moment } from '../fields.ts';

/** The rules of the doors, in the order in which they are asked. */
export const DOOR_RULE = [
  'ban',
  'whitelist',
  'geoblocking',
  'vpn',
  'steam',
  'name-filter',
  'reserved-slot',
  'ping',
  'chat-filter',
] as const;
export type DoorRule = (typeof DOOR_RULE)[number];

/** What one of them says of somebody. */
const DOOR_STANDING = [
  /** It keeps them out, or warns them. */
  'found',
  'passes',
  /** The server does not ask it. */
  'off',
  /** What it asks is not known of them: that keeps nobody out. */
  'unknown',
  /** A whitelist or a reserved slot protects them, or may. */
  'protected',
  /** It is asked with each ping or message, by the host that runs the server. */
  'as-it-comes',
] as const;
export type DoorStanding = (typeof DOOR_STANDING)[number];

export const playerDecision = read({
  name: 'player-decision',
  path: '/app/v1/server/:server_id/stays/:stay_id/decision',
  summary:
    'Why somebody who is on a server may be there: the decision, asked now, and what each of its rules says. `not-found`: they have left.',
  answer: z.object({
    at: moment,
    /** Of the decision. */
    version: z.int().min(1),
    verdict: z.enum(['let-in', 'warn', 'kick', 'ban']),
    /** Each rule once, in the order in which they are asked. */
    rules: z
      .array(z.object({ rule: z.enum(DOOR_RULE), stands: z.enum(DOOR_STANDING) }))
      .max(DOOR_RULE.length),
  }),
  access: 'server.view.personal',
  limit: { max: 30, seconds: 60, by: 'account' },
});

import { z } from 'zod';

/** What became of an action: the game server's answer, or why there is none. */
export const actionOutcome = z.discriminatedUnion('ok', [
  z.object({ ok: z.literal(true), answer: z.string() }),
  z.object({
    ok: z.literal(false),
    code: z.enum([
      'not-connected',
      'no-answer',
      'player-gone',
      'player-ambiguous',
      'action-unsupported',
    ]),
    detail: z.string(),
  }),
]);
export type ActionOutcome = z.infer<typeof actionOutcome>;

import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import type { Player } from '../../domain/recordings/player.ts';
import { HostError } from '../calls/host-error.ts';

/** How fast a recording plays; null: it stands. */
export interface ReplayPace {
  readonly speed: number | null;
  set(speed: number | null): void;
  /** Whether everything was played. */
  readonly ended: boolean;
  /** Plays one event. */
  step(): void;
}

const asked = z.union([
  z.strictObject({ speed: z.number().positive().max(1e6).nullable() }),
  z.strictObject({ step: z.literal(true) }),
]);

/** `GET` and `POST /app/v1/replay/pace`: the portals of a recording tell and change how fast it plays. */
export function registerPace(app: FastifyInstance, pace: ReplayPace, player: Player): void {
  const told = () => ({
    speed: pace.speed,
    ended: pace.ended,
    events: player.position,
    seq: player.last?.seq ?? null,
    at: player.last?.event.at ?? null,
  });
  app.get('/app/v1/replay/pace', async () => told());
  app.post('/app/v1/replay/pace', async ({ body }) => {
    const parsed = asked.safeParse(body);
    if (!parsed.success) throw new HostError('invalid-request', 'Give a speed or a step.');
    if ('step' in parsed.data) pace.step();
    else pace.set(parsed.data.speed);
    return told();
  });
}

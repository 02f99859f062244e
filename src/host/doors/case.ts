import type { FilterHit } from '../../domain/doors/rule.ts';
import type { OpenSession } from '../players/play-session.ts';
import type { ServerRuntime } from '../servers/server-runtime.ts';

/** What stands against somebody who is on a server, and what was tried. */
export interface Case {
  runtime: ServerRuntime;
  /** As they were when it was last added to. */
  stay: OpenSession;
  /** What filters found in what they said. */
  said: readonly FilterHit[];
  /** Something is being sent. */
  busy: boolean;
  /** They were looked at while it was. */
  missed: boolean;
  /** How often something was sent. */
  sent: number;
  /** How often they were kicked. */
  times: number;
  /** By which entry, and what of it the feed has told. */
  readonly told: Set<string>;
  /** When it is over, they are looked at again. */
  again: NodeJS.Timeout | null;
}

/** Whether a stay is still of whom the decision was about. */
export function isSame(now: OpenSession, then: OpenSession): boolean {
  const parts = ['muster_id', 'steam_id', 'guid', 'bohemia_id', 'ip'] as const;
  return parts.every((part) => now[part] === then[part]);
}

/** How the hours of a day differ, as a person on the server's side of the world lives it. */
import type { FleetServer } from './fleet-server.ts';

const HOUR = 3_600_000;
const BUSIEST = 20;

/** Milliseconds that the server's clocks are ahead of UTC at a moment. */
export function aheadOfUtc({ timezone }: FleetServer, at: number): number {
  const hour = (timeZone: string) =>
    Number(new Intl.DateTimeFormat('en-GB', { timeZone, hour: '2-digit' }).format(at));
  return (hour(timezone) - hour('UTC')) * HOUR;
}

/** How many want to play there at a moment. */
export function wantToPlay(server: FleetServer, at: number, ahead: number): number {
  const hour = ((at + ahead) / HOUR) % 24;
  return server.players * (0.8 + 0.2 * Math.cos(((hour - BUSIEST) / 24) * 2 * Math.PI));
}

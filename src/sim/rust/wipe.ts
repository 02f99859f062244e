const HOUR = 3_600_000;
const THURSDAY = 4;
const londonHour = new Intl.DateTimeFormat('en-GB', {
  timeZone: 'Europe/London',
  hour: '2-digit',
  hourCycle: 'h23',
});

/** The first Thursday of a month, 19:00 in London: when every Rust server has to start again. */
export function forcedWipe(year: number, month: number): number {
  const weekday = new Date(Date.UTC(year, month, 1)).getUTCDay();
  const day = 1 + ((THURSDAY - weekday + 7) % 7);
  const at = Date.UTC(year, month, day, 19);
  return Number(londonHour.format(at)) === 19 ? at : at - HOUR;
}

/** The newest forced wipe at `now` or before it. */
export function lastForcedWipe(now: number): number {
  const date = new Date(now);
  const thisMonth = forcedWipe(date.getUTCFullYear(), date.getUTCMonth());
  return thisMonth <= now ? thisMonth : forcedWipe(date.getUTCFullYear(), date.getUTCMonth() - 1);
}

/** The forced wipe that comes after `now`. */
export function nextForcedWipe(now: number): number {
  const date = new Date(now);
  const thisMonth = forcedWipe(date.getUTCFullYear(), date.getUTCMonth());
  return thisMonth > now ? thisMonth : forcedWipe(date.getUTCFullYear(), date.getUTCMonth() + 1);
}

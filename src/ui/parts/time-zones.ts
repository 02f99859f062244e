/** The time zones that the browser knows, with its own first. */
export function timeZones(): readonly string[] {
  const own = ownTimeZone();
  const all = Intl.supportedValuesOf('timeZone');
  return [own, ...['UTC', ...all].filter((zone) => zone !== own)];
}

export function ownTimeZone(): string {
  return Intl.DateTimeFormat().resolvedOptions().timeZone || 'UTC';
}

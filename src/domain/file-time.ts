/** Of a moment as files of bans and of buckets say it: a day, or a day and a time. */
const TIME = /^(\d{4}-\d\d-\d\d)(?:[T ](\d\d:\d\d(?::\d\d(?:\.\d+)?)?)\s?(Z|[+-]\d\d:?\d\d)?)?$/i;

/**
 * When that is; one without a zone is UTC, wherever the file is read, since what is saved says its times so. undefined: it cannot be
 * known, as with 3/1/2026, which is another day to some.
 */
export function momentOfFile(text: string): number | undefined {
  const [, day, time = '00:00', zone = 'Z'] = TIME.exec(text.trim()) ?? [];
  if (day === undefined) return undefined;
  const at = Date.parse(
    `${day}T${time}${zone.replace(/^([+-]\d\d)(\d\d)$/, '$1:$2')}`.toUpperCase(),
  );
  return Number.isNaN(at) ? undefined : at;
}

/** Local times of a time zone as moments, right across daylight saving. */

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
/** Offsets change at a quarter of an hour, so that each quarter is asked for once. */
const QUARTER = HOUR / 4;
const MAX_REMEMBERED = 4_000;

/** Zones by their names: what they know of moments is kept. */
const known = new Map<string, Zone | null>();

/** The zone of a name; null where this machine does not know it. */
export function zoneNamed(name: string): Zone | null {
  let zone = known.get(name);
  if (zone !== undefined) return zone;
  try {
    zone = new Zone(name);
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    zone = null;
  }
  known.set(name, zone);
  return zone;
}

/** The zone by which times are told here: UTC where this machine does not know the one that is named. */
export function knownZone(name: string): string {
  return zoneNamed(name) === null ? 'UTC' : name;
}

export class Zone {
  readonly name: string;
  readonly #format: Intl.DateTimeFormat;
  readonly #offsets = new Map<number, number>();

  /** `name`: an IANA time zone. Throws `RangeError` where there is none of that name. */
  constructor(name: string) {
    this.name = name;
    this.#format = new Intl.DateTimeFormat('en-US', {
      timeZone: name,
      hourCycle: 'h23',
      year: 'numeric',
      month: 'numeric',
      day: 'numeric',
      hour: 'numeric',
      minute: 'numeric',
      second: 'numeric',
    });
  }

  /** A moment as local time: milliseconds as if the zone's clock showed UTC. */
  local(moment: number): number {
    return moment + this.#offset(moment);
  }

  /**
   * The moments at which the zone's clock shows a local time, in order: one, or two where the clock is put
   * back. A time that the clock skips is taken as if it had not been put forward yet.
   */
  moments(local: number): readonly number[] {
    const before = this.#offset(local - DAY);
    const after = this.#offset(local + DAY);
    const offsets = before === after ? [before] : [before, after];
    const found = offsets
      .map((offset) => local - offset)
      .filter((moment) => this.local(moment) === local);
    return found.length === 0 ? [local - before] : found.toSorted((a, b) => a - b);
  }

  #offset(moment: number): number {
    const quarter = Math.floor(moment / QUARTER);
    const known = this.#offsets.get(quarter);
    if (known !== undefined) return known;
    if (this.#offsets.size >= MAX_REMEMBERED) this.#offsets.clear();
    const at = quarter * QUARTER;
    const part: Record<string, number> = {};
    for (const { type, value } of this.#format.formatToParts(at)) part[type] = Number(value);
    const { year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0 } = part;
    const offset = Date.UTC(year, month - 1, day, hour, minute, second) - at;
    this.#offsets.set(quarter, offset);
    return offset;
  }
}

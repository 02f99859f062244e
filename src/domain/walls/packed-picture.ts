import type { DayRow } from '../rows.ts';
import { COLUMN, packState, STRIDE, type PackedPatch } from './packed.ts';
import type { PackedRows } from './packed-rows.ts';

/** What a wall saw at a moment, as small as it can be kept: 28 bytes for each server. */
export interface WallPicture {
  readonly named: NonNullable<PackedPatch['named']>;
  readonly counts: Int32Array;
  readonly moments: Uint32Array;
}

const BYTES_A_ROW = 28;
/** Far more than a host takes; a larger one would be kept as negative. */
const MOST = 0x7fff_ffff;

/** Takes pictures of rows; those between two of which nobody came or went share their names. */
export class PictureTaker {
  #order: Uint32Array | null = null;
  #named: WallPicture['named'] = { places: [], ids: [], names: [], games: [], tags: [] };

  take(rows: PackedRows): { readonly picture: WallPicture; readonly bytes: number } {
    if (this.#order !== rows.order) {
      const places = [...rows.order];
      this.#order = rows.order;
      this.#named = {
        places,
        ids: places.map((place) => rows.id(place)),
        names: places.map((place) => rows.named(place)),
        games: places.map((place) => rows.game(place)),
        tags: places.map((place) => rows.tags(place)),
      };
    }
    const counts = new Int32Array(rows.size * 4);
    const moments = new Uint32Array(rows.size * 3);
    for (const [index, place] of rows.order.entries()) {
      counts[index * 4] = Math.min(MOST, rows.figure(place, 'players'));
      counts[index * 4 + 1] = Math.min(MOST, rows.figure(place, 'slots'));
      counts[index * 4 + 2] = Math.min(MOST, rows.figure(place, 'queue'));
      counts[index * 4 + 3] = rows.figure(place, 'state');
      moments[index * 3] = rows.figure(place, 'observed_at') / 1_000;
      moments[index * 3 + 1] = rows.figure(place, 'since') / 1_000;
      // 0 is none.
      moments[index * 3 + 2] = Math.max(0, rows.figure(place, 'restart')) / 1_000;
    }
    return { picture: { named: this.#named, counts, moments }, bytes: rows.size * BYTES_A_ROW };
  }
}

/** A picture as the patch that shows it. */
export function pictureAsPatch({ named, counts, moments }: WallPicture): PackedPatch {
  const figures = new Float64Array(named.places.length * STRIDE);
  for (const [index, place] of named.places.entries()) {
    const at = index * STRIDE;
    figures[at + COLUMN.place] = place;
    figures[at + COLUMN.players] = counts[index * 4] ?? -1;
    figures[at + COLUMN.slots] = counts[index * 4 + 1] ?? -1;
    figures[at + COLUMN.queue] = counts[index * 4 + 2] ?? -1;
    figures[at + COLUMN.state] = counts[index * 4 + 3] ?? 0;
    figures[at + COLUMN.observed_at] = (moments[index * 3] ?? 0) * 1_000;
    figures[at + COLUMN.since] = (moments[index * 3 + 1] ?? 0) * 1_000;
    figures[at + COLUMN.restart] = (moments[index * 3 + 2] ?? 0) * 1_000 || -1;
  }
  return { whole: true, gone: [], named, figures, order: Uint32Array.from(named.places) };
}

const SEEN = packState({
  name: 'online',
  fault: null,
  source: 'live',
  followed: true,
  offline: false,
  startUnknown: false,
});
const NOT_SEEN = packState({
  name: 'unknown',
  fault: null,
  source: 'unknown',
  followed: false,
  offline: false,
  startUnknown: false,
});

/**
 * What the days of servers tell of a moment: how many played, and nothing else. Servers are those of now. A step of a
 * day tells its most players.
 */
export function pictureOfDay(
  rows: PackedRows,
  dayOf: (serverId: string) => Omit<DayRow, 'id'> | undefined,
  at: number,
): PackedPatch {
  const whole = rows.whole();
  for (let row = 0; row < whole.figures.length; row += STRIDE) {
    const day = dayOf(rows.id(whole.figures[row + COLUMN.place] ?? 0));
    const step = day === undefined ? -1 : Math.floor((at - day.from) / (day.step * 1_000));
    const players = day?.players[step] ?? -1;
    whole.figures[row + COLUMN.players] = players;
    whole.figures[row + COLUMN.queue] = -1;
    whole.figures[row + COLUMN.state] = players < 0 ? NOT_SEEN : SEEN;
    whole.figures[row + COLUMN.observed_at] = at;
    whole.figures[row + COLUMN.since] = at;
    whole.figures[row + COLUMN.restart] = -1;
  }
  return whole;
}

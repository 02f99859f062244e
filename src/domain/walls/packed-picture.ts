import type { PackedPatch } from './packed.ts';
import { COLUMN, STRIDE } from './packed.ts';
import type { PackedRows } from './packed-rows.ts';

/** What a wall saw at a moment, as small as it can be kept: 24 bytes for each server. */
export interface WallPicture {
  readonly named: NonNullable<PackedPatch['named']>;
  readonly counts: Int32Array;
  readonly moments: Uint32Array;
}

const BYTES_A_ROW = 24;
/** Far more than a host takes; a larger one would be kept as negative. */
const MOST = 0x7fff_ffff;

/** Takes pictures of rows; those between two of which nobody came or went share their names. */
export class PictureTaker {
  #order: Uint32Array | null = null;
  #named: WallPicture['named'] = { places: [], ids: [], names: [], games: [] };

  take(rows: PackedRows): { readonly picture: WallPicture; readonly bytes: number } {
    if (this.#order !== rows.order) {
      const places = [...rows.order];
      this.#order = rows.order;
      this.#named = {
        places,
        ids: places.map((place) => rows.id(place)),
        names: places.map((place) => rows.identifier(place)),
        games: places.map((place) => rows.game(place)),
      };
    }
    const counts = new Int32Array(rows.size * 4);
    const moments = new Uint32Array(rows.size * 2);
    for (const [index, place] of rows.order.entries()) {
      counts[index * 4] = Math.min(MOST, rows.figure(place, 'players'));
      counts[index * 4 + 1] = Math.min(MOST, rows.figure(place, 'slots'));
      counts[index * 4 + 2] = Math.min(MOST, rows.figure(place, 'queue'));
      counts[index * 4 + 3] = rows.figure(place, 'state');
      moments[index * 2] = rows.figure(place, 'observed_at') / 1_000;
      moments[index * 2 + 1] = rows.figure(place, 'since') / 1_000;
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
    figures[at + COLUMN.observed_at] = (moments[index * 2] ?? 0) * 1_000;
    figures[at + COLUMN.since] = (moments[index * 2 + 1] ?? 0) * 1_000;
  }
  return { whole: true, gone: [], named, figures, order: Uint32Array.from(named.places) };
}

import type { DayRow, HistoryRow } from '../../../domain/rows.ts';
import { dayId } from '../../../domain/servers/day-id.ts';
import type { WatchedServer } from '../../../domain/walls/incidents.ts';
import {
  layOut,
  pageOf,
  pageRange,
  type WallLayout,
  type WallSize,
} from '../../../domain/walls/layout.ts';
import {
  pictureAsPatch,
  pictureOfDay,
  PictureTaker,
  type WallPicture,
} from '../../../domain/walls/packed-picture.ts';
import { PackedRows, type PackedChange } from '../../../domain/walls/packed-rows.ts';
import { statusOf } from '../../../domain/walls/packed.ts';
import type { PackedPatch } from '../../../domain/walls/packed.ts';
import type { Stop, Turns } from '../../../domain/walls/rotation.ts';
import {
  byPlayers,
  downOf,
  scenePlaces,
  troubleFirst,
} from '../../../domain/walls/scene-places.ts';
import { SERVER_STATUS } from '../../../protocol/enumerations.ts';
import type { Scene, WallDefinition } from '../../../protocol/walls/fields.ts';
import type { WallPage } from './canvas/painter.ts';

/** A wall as it is to be shown: saved, or made of an address. */
export type ShownWall = Omit<WallDefinition, 'scenes'> & { readonly scenes: readonly Scene[] };

interface Arranged {
  readonly scene: Scene;
  readonly places: Uint32Array;
  readonly layout: WallLayout;
}

/** A league table changes its order at most so often: rows that jump can't be read. */
const ORDER_EVERY_MS = 5_000;

/** A heat grid is read by where its cells stand; what is in trouble stands first anywhere else. */
function ordered(rows: PackedRows, places: Uint32Array, { kind }: WallLayout): Uint32Array {
  if (kind === 'heat') return places;
  return kind === 'league' ? byPlayers(rows, places) : troubleFirst(rows, places);
}

function isSame(a: Uint32Array, b: Uint32Array): boolean {
  return a === b || (a.length === b.length && a.every((place, index) => place === b[index]));
}

/** The scenes of a wall with their servers, laid out for the screen. */
export class WallModel implements Turns {
  readonly #live: PackedRows;
  readonly #taker = new PictureTaker();
  #past: PackedRows | null = null;
  #wall: ShownWall;
  #size: WallSize;
  #arranged: readonly Arranged[] = [];
  #stops: readonly Stop[] = [];
  #ordered = Number.NEGATIVE_INFINITY;
  #ready = false;
  #days: ReadonlyMap<string, DayRow> = new Map();
  /** The last 24 hours of the server that fills the screen, by the minute. */
  history: HistoryRow | null = null;

  /** `live`: the servers as they are now. */
  constructor(wall: ShownWall, size: WallSize, live: PackedRows) {
    this.#live = live;
    this.#wall = wall;
    this.#size = size;
  }

  /** Whether the servers are known. */
  get ready(): boolean {
    return this.#ready;
  }

  /** The rows that are looked at: those of now, or of a past moment. */
  get rows(): PackedRows {
    return this.#past ?? this.#live;
  }

  /** What is shown in turn: every page of every scene that shows a server. */
  get stops(): readonly Stop[] {
    return this.#stops;
  }

  change(wall: ShownWall): void {
    this.#wall = wall;
    this.arrange();
  }

  resize(size: WallSize): void {
    this.#size = size;
    this.arrange();
  }

  /** The servers are others than they were: takes that in, and tells what changed. */
  receive(): PackedChange {
    this.#ready = true;
    const change = this.#live.take();
    if (change.membership && this.#past === null) this.arrange();
    return change;
  }

  /** Looks at a past moment, or at what is now. */
  lookAt(picture: WallPicture | null): void {
    this.#lookAt(picture === null ? null : pictureAsPatch(picture));
  }

  /** Looks at a moment (the host's) that nobody saw here, by the days of the servers. */
  lookAtDay(at: number): void {
    this.#lookAt(pictureOfDay(this.#live, (id) => this.#days.get(dayId(id)), at));
  }

  /** The last 24 hours of servers, from the host. */
  set days(rows: readonly DayRow[]) {
    this.#days = new Map(rows.map((row) => [row.id, row]));
  }

  #lookAt(patch: PackedPatch | null): void {
    this.#past = null;
    if (patch !== null) {
      this.#past = new PackedRows();
      this.#past.apply(patch);
    }
    this.arrange();
  }

  /** Time passes. Whether what is shown, or its order, is another one now. */
  tick(now: number): boolean {
    if (this.#past !== null || Math.abs(now - this.#ordered) < ORDER_EVERY_MS) return false;
    this.#ordered = now;
    const { rows } = this;
    const moves = this.#arranged.some(({ scene, places, layout }) => {
      const next = ordered(rows, scenePlaces(rows, scene.source), layout);
      return !isSame(next, places);
    });
    if (moves) this.arrange();
    return moves;
  }

  /** Lays every scene out again. */
  arrange(): void {
    const { rows } = this;
    const { scenes, pinned_scene: pinned, rotation } = this.#wall;
    const wanted = scenes.filter(({ scene_id: id }) => pinned === null || id === pinned);
    this.#arranged = wanted.map((scene) => {
      const places = scenePlaces(rows, scene.source);
      const layout = layOut(scene.layout, places.length, this.#size);
      return {
        scene,
        layout,
        places: ordered(rows, places, layout),
      };
    });
    const ms = rotation * 1_000;
    const all = this.#arranged.flatMap(({ scene: { scene_id }, places, layout }) =>
      places.length === 0
        ? []
        : Array.from({ length: layout.pages }, (_, page) => ({ scene_id, page, ms })),
    );
    const scene_id = wanted[0]?.scene_id ?? '';
    this.#stops = all.length > 0 ? all : [{ scene_id, page: 0, ms }];
  }

  /** One of the pages that are shown in turn. */
  page(stop: number): (WallPage & { readonly scene: Scene; readonly page: number }) | null {
    const shown = this.#stops[stop] ?? this.#stops[0];
    const arranged = this.#sceneOf(shown);
    if (shown === undefined || arranged === undefined) return null;
    const { page } = shown;
    const { scene, places, layout } = arranged;
    const { from, to } = pageRange(layout, page);
    const { rows } = this;
    return {
      scene,
      page,
      rows,
      layout,
      places: places.subarray(from, to),
      before: from - (layout.kind === 'league' ? downOf(rows, places).length : 0),
      day: (place) => this.#days.get(dayId(rows.id(place))) ?? null,
      history: (place) => (this.history?.server_id === rows.id(place) ? this.history : null),
    };
  }

  /** All places of a scene, by the place of one of its pages in the rotation. */
  places(stop: number): Uint32Array {
    return this.#sceneOf(this.#stops[stop])?.places ?? new Uint32Array(0);
  }

  /** The place in the rotation where a server can be seen; null: in none. */
  stopOf(serverId: string): number | null {
    const place = this.rows.placeOf(serverId);
    if (place === undefined) return null;
    for (const { scene, places, layout } of this.#arranged) {
      const index = places.indexOf(place);
      if (index < 0) continue;
      const page = pageOf(layout, index);
      const found = this.#stops.findIndex(
        (stop) => stop.scene_id === scene.scene_id && stop.page === page,
      );
      return found < 0 ? null : found;
    }
    return null;
  }

  #sceneOf(stop: Stop | undefined): Arranged | undefined {
    return this.#arranged.find(({ scene }) => scene.scene_id === stop?.scene_id);
  }

  /** Every server of the wall as it is now, for the watch; this screen's clock is `ahead` of the host's. */
  *servers(ahead: number): Generator<WatchedServer> {
    for (const place of this.#live.order) {
      const queue = this.#live.figure(place, 'queue');
      yield {
        id: this.#live.id(place),
        status: SERVER_STATUS[statusOf(this.#live.figure(place, 'state'))] ?? 'connecting',
        since: this.#live.figure(place, 'since') + ahead,
        queue: queue < 0 ? null : queue,
      };
    }
  }

  /** What can be seen now, to be looked at later. */
  picture(): { readonly picture: WallPicture; readonly bytes: number } | null {
    return this.#ready ? this.#taker.take(this.#live) : null;
  }

  nameOf(serverId: string): string {
    const place = this.#live.placeOf(serverId);
    return place === undefined ? '' : this.#live.called(place);
  }
}

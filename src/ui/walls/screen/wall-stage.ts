import { signal, type ReadonlySignal } from '@preact/signals-react';
import type { DayRow, HistoryRow } from '../../../domain/rows.ts';
import type { WallLayout, WallSize } from '../../../domain/walls/layout.ts';
import type { WallPicture } from '../../../domain/walls/packed-picture.ts';
import { tellsOf, type Rewound } from '../../../domain/walls/rewind.ts';
import { shownStop } from '../../../domain/walls/rotation.ts';
import { connectionAt } from '../../../domain/walls/staleness.ts';
import { hostTime } from '../../data/host-clock.ts';
import type { PackedView } from '../../data/packed-view.ts';
import type { Moment } from './canvas/cell.ts';
import type { WallPage, WallPainter } from './canvas/painter.ts';
import { sameSums, sumsOf, type WallSums } from './sums.ts';
import type { WallWatch } from './unattended/wall-watch.ts';
import type { ShownWall, WallModel } from './wall-model.ts';

/** What a wall shows now, for what stands around its canvas. */
export interface ShownPage extends Pick<WallPage, 'rows' | 'places' | 'before'> {
  readonly title: string;
  /** Of all pages that are shown in turn. */
  readonly page: number;
  readonly pages: number;
  readonly layout: WallLayout;
  /** Of the whole scene. */
  readonly sums: WallSums;
  readonly moment: Moment;
}

/** Ages and the time are said again so often, where nothing else is said. */
const SAME_FOR_MS = 5_000;

/** Brings the model of a wall, its watch and its canvas together. */
export class WallStage {
  readonly #model: WallModel;
  readonly #painter: WallPainter;
  readonly #watch: WallWatch<WallPicture>;
  readonly #shown = signal<ShownPage | null>(null);
  #stop = 0;

  constructor(model: WallModel, painter: WallPainter, watch: WallWatch<WallPicture>) {
    this.#model = model;
    this.#painter = painter;
    this.#watch = watch;
  }

  get shown(): ReadonlySignal<ShownPage | null> {
    return this.#shown;
  }

  /** Follows the servers and the watch; answers how to stop. */
  start({ revision }: PackedView): () => void {
    const stops = [
      revision.subscribe((told) => {
        if (told > 0) this.#receive();
      }),
      this.#watch.now.subscribe(() => this.#tick()),
      this.#watch.rotation.subscribe((rotation) => {
        const stop = shownStop(rotation, this.#model);
        if (stop === this.#stop) return;
        this.#stop = stop;
        this.#show();
      }),
      this.#watch.rewound.subscribe((past) => {
        this.#look(past);
        this.#show();
      }),
    ];
    return () => {
      for (const stop of stops) stop();
    };
  }

  #receive(): void {
    const first = !this.#model.ready;
    const change = this.#model.receive();
    if (this.#watch.rewound.peek() !== null) return;
    if (first || change.membership) this.#show();
    else this.#painter.touched(change.places);
  }

  change(wall: ShownWall): void {
    this.#model.change(wall);
    this.#show();
  }

  resize(size: WallSize): void {
    this.#model.resize(size);
    this.#painter.resize(size.width, size.height, size.ratio);
    this.#show();
  }

  /** The last 24 hours of the server that fills the screen. */
  history(row: HistoryRow | null): void {
    if (this.#model.history === row) return;
    this.#model.history = row;
    this.#painter.redraw();
  }

  /** The last 24 hours of what is shown, from the host. */
  days(rows: readonly DayRow[]): void {
    this.#model.days = rows;
    const past = this.#watch.rewound.peek();
    if (past === null) this.#painter.redraw();
    else {
      this.#look(past);
      this.#show();
    }
  }

  #look(past: Rewound): void {
    if (past !== null && this.#watch.isOfDay(past.at)) this.#model.lookAtDay(hostTime(past.at));
    else this.#model.lookAt(past === null ? null : (this.#watch.ring.at(past.at)?.picture ?? null));
  }

  #tick(): void {
    if (this.#model.tick(this.#watch.now.peek())) this.#show();
    const page = this.#shown.peek();
    if (page === null) return;
    const moment = this.#moment();
    this.#painter.moment(moment);
    const sums = this.#sums(moment);
    // A wall ticks for weeks: what stands around the canvas is rendered where it says something else.
    const passed = Math.abs(moment.now - page.moment.now);
    if (passed < SAME_FOR_MS && sameSums(sums, page.sums)) return;
    this.#shown.value = { ...page, moment, sums };
  }

  #show(): void {
    if (!this.#model.ready) return;
    const { stops } = this.#model;
    this.#stop = shownStop(this.#watch.rotation.peek(), this.#model);
    const page = this.#model.page(this.#stop);
    if (page === null) return;
    const moment = this.#moment();
    this.#painter.moment(moment);
    this.#painter.show(page);
    this.#shown.value = {
      title: page.scene.title,
      page: this.#stop,
      pages: stops.length,
      layout: page.layout,
      rows: page.rows,
      places: page.places,
      before: page.before,
      sums: this.#sums(moment),
      moment,
    };
  }

  #sums({ live, now }: Moment): WallSums {
    return sumsOf(this.#model.rows, this.#model.places(this.#stop), live, now);
  }

  /** By the host's clock, as all that it tells. In the past everything is as it was known then. */
  #moment(): Moment {
    const past = this.#watch.rewound.peek();
    if (past !== null) {
      const at = hostTime(past.at);
      if (this.#watch.isOfDay(past.at)) return { live: true, live_at: at, now: at };
      const seenAt = this.#watch.ring.at(past.at)?.at ?? past.at;
      return { live: tellsOf(seenAt, past.at), live_at: hostTime(seenAt), now: at };
    }
    const now = this.#watch.now.peek();
    const sign = this.#watch.sign.peek();
    return {
      live: connectionAt(sign, now).kind === 'live',
      live_at: sign.live_at === null ? null : hostTime(sign.live_at),
      now: hostTime(now),
    };
  }
}

import type { DayRow, HistoryRow } from '../../../../domain/rows.ts';
import { cellRect, hasCharts, type WallLayout } from '../../../../domain/walls/layout.ts';
import type { PackedRows } from '../../../../domain/walls/packed-rows.ts';
import { statusOf } from '../../../../domain/walls/packed.ts';
import { SERVER_STATUS } from '../../../../protocol/enumerations.ts';
import { cellFacts, restartIn, type Moment } from './cell.ts';
import { HeatLabels } from './heat-labels.ts';
import { heatRestart, heatStep, paintHeatCell } from './heat.ts';
import { paintLeagueRow, samplesUntil } from './league.ts';
import { historyOf, paintSingle } from './single.ts';
import type { WallStyle } from './style.ts';
import { paintTile } from './tile.ts';
import { Writing } from './writing.ts';

/** One page of a wall: which servers, and where they stand. */
export interface WallPage {
  readonly rows: PackedRows;
  readonly layout: WallLayout;
  /** Places of the page's servers, in order. */
  readonly places: Uint32Array;
  /** How many places of a league come before the page's first: what is down has none. */
  readonly before: number;
  /** The last 24 hours of a server in coarse steps, and by the minute where it fills the screen. */
  readonly day: (place: number) => DayRow | null;
  readonly history: (place: number) => HistoryRow | null;
}

export interface PainterDeps {
  /** Calls back before the next frame is drawn; answers how to call it off. */
  readonly nextFrame: (callback: () => void) => () => void;
}

/** So many numbers of a cell as it was drawn last are kept: what is drawn changes with these alone. */
const SHOWN = 6;

/** So many cells of a frame are looked at for what time alone changed: of 50,000 at once it would be a long one. */
const AGED_A_FRAME = 5_000;

/** Draws a wall on a canvas: of each frame only the cells that show something else than before. */
export class WallPainter {
  readonly #canvas: HTMLCanvasElement;
  readonly #context: CanvasRenderingContext2D;
  readonly #write: Writing;
  readonly #deps: PainterDeps;
  readonly #labels = new HeatLabels();
  #page: WallPage | null = null;
  #style: WallStyle | null = null;
  #moment: Moment = { live: false, live_at: null, now: 0 };
  /** The cell of each place; -1: it is on another page. */
  #cells = new Int32Array(0);
  #shown = new Float64Array(0);
  /** The first `#waiting` of them are cells that may show something else by now. */
  #dirty = new Int32Array(0);
  #waiting = 0;
  #marked = new Uint8Array(0);
  /** From this cell on time may have changed something. */
  #aged = Number.POSITIVE_INFINITY;
  #whole = true;
  #cancel: (() => void) | null = null;
  /** Frames in which something was drawn, and cells that were. */
  readonly drawn = { frames: 0, cells: 0 };

  constructor(canvas: HTMLCanvasElement, deps: PainterDeps) {
    const context = canvas.getContext('2d', { alpha: false });
    if (context === null) throw new TypeError('This browser has no canvas.');
    this.#canvas = canvas;
    this.#context = context;
    this.#write = new Writing(context);
    this.#deps = deps;
  }

  /** The canvas has this size in CSS pixels, and so many of the screen's for each. */
  resize(width: number, height: number, ratio: number): void {
    this.#canvas.width = Math.round(width * ratio);
    this.#canvas.height = Math.round(height * ratio);
    this.#context.setTransform(ratio, 0, 0, ratio, 0, 0);
    this.redraw();
  }

  style(style: WallStyle): void {
    this.#style = style;
    this.redraw();
  }

  /** Shows a page from now on. */
  show(page: WallPage): void {
    this.#page = page;
    const { rows, places } = page;
    this.#cells = new Int32Array(rows.capacity).fill(-1);
    for (const [cell, place] of places.entries()) this.#cells[place] = cell;
    this.#shown = new Float64Array(places.length * SHOWN);
    this.#marked = new Uint8Array(places.length);
    this.#dirty = new Int32Array(places.length);
    this.#waiting = 0;
    this.#aged = Number.POSITIVE_INFINITY;
    this.redraw();
  }

  /** Faces came, the theme changed, the canvas was emptied: everything is drawn again. */
  redraw(): void {
    this.#write.forget();
    this.#labels.clear();
    this.#whole = true;
    this.#schedule();
  }

  /** The rows at these places changed. */
  touched(places: ArrayLike<number>): void {
    for (let index = 0; index < places.length; index++) {
      this.#mark(this.#cells[places[index] ?? 0] ?? -1);
    }
    if (this.#waiting > 0) this.#schedule();
  }

  /** Time passed, or the connection came or went: cells grow old with it, some in each of the next frames. */
  moment(moment: Moment): void {
    const turned = moment.live !== this.#moment.live;
    this.#moment = moment;
    if (this.#page === null) return;
    // What is looked at already goes on, or the last cells would never be.
    if (turned || this.#aged >= this.#page.places.length) this.#aged = 0;
    this.#schedule();
  }

  close(): void {
    this.#cancel?.();
    this.#cancel = null;
  }

  #mark(cell: number): void {
    if (cell < 0 || this.#marked[cell] === 1) return;
    this.#marked[cell] = 1;
    this.#dirty[this.#waiting++] = cell;
  }

  #schedule(): void {
    if (this.#cancel !== null || this.#page === null || this.#style === null) return;
    this.#cancel = this.#deps.nextFrame(() => {
      this.#cancel = null;
      this.#draw();
    });
  }

  #draw(): void {
    const page = this.#page;
    const style = this.#style;
    if (page === null || style === null) return;
    const before = this.drawn.cells;
    if (this.#whole) {
      const { colours } = style;
      this.#context.fillStyle = colours.ground;
      const { width, height } = this.#canvas;
      this.#context.fillRect(0, 0, width, height);
      for (let cell = 0; cell < page.places.length; cell++) {
        this.#remember(page, style, cell);
        this.#paint(page, style, cell);
      }
      this.#aged = Number.POSITIVE_INFINITY;
    } else {
      const { length } = page.places;
      const until = Math.min(length, this.#aged + AGED_A_FRAME);
      while (this.#aged < until) this.#mark(this.#aged++);
      for (let index = 0; index < this.#waiting; index++) {
        const cell = this.#dirty[index] ?? 0;
        if (this.#remember(page, style, cell)) this.#paint(page, style, cell);
      }
    }
    if (page.layout.kind === 'heat' && this.drawn.cells > before) this.#label(page, style);
    this.#marked.fill(0);
    this.#waiting = 0;
    this.#whole = false;
    if (this.#aged < page.places.length) this.#schedule();
    if (this.drawn.cells > before) this.drawn.frames += 1;
  }

  /** Keeps what a cell is about to show; false where it shows that already. */
  #remember({ rows, places, layout }: WallPage, { colours }: WallStyle, cell: number): boolean {
    const place = places[cell] ?? 0;
    const { live, now } = this.#moment;
    const freshness = rows.freshness(place, live, now);
    const state = rows.figure(place, 'state');
    // What tells its age shows another one each second; a heat cell only grows grey.
    const tells = layout.kind !== 'heat' && (freshness !== 'live' || statusOf(state) !== ONLINE);
    const shown = this.#shown;
    const at = cell * SHOWN;
    let players = rows.figure(place, 'players');
    let slots = rows.figure(place, 'slots');
    let queue = rows.figure(place, 'queue');
    if (layout.kind === 'heat' && layout.type === 0) {
      // Without figures a cell shows a step of the scale, and whether anybody waits.
      players = heatStep({ players, slots }, colours);
      slots = 0;
      queue = Math.min(1, queue);
    }
    const stands = state * 8 + FRESHNESS.indexOf(freshness);
    const age = tells ? Math.floor(now / 1_000) : 0;
    const restart = restartIn(rows.figure(place, 'restart'), now);
    const heat = layout.kind === 'heat';
    const minutes = heat ? heatRestart(restart, layout.type) : Math.floor(restart / 60_000);
    if (
      shown[at] === players &&
      shown[at + 1] === slots &&
      shown[at + 2] === queue &&
      shown[at + 3] === stands &&
      shown[at + 4] === age &&
      shown[at + 5] === minutes
    ) {
      return false;
    }
    shown[at] = players;
    shown[at + 1] = slots;
    shown[at + 2] = queue;
    shown[at + 3] = stands;
    shown[at + 4] = age;
    shown[at + 5] = minutes;
    return true;
  }

  /** The names of cells that are down stand over their neighbours, which are drawn again where a name goes. */
  #label(page: WallPage, style: WallStyle): void {
    const context = this.#context;
    for (const { at, over } of this.#labels.arrange(this.#write, page.layout)) {
      context.fillStyle = style.colours.ground;
      context.fillRect(at.x, at.y, at.width, at.height);
      for (const cell of over) if (cell < page.places.length) this.#paint(page, style, cell);
    }
    this.#labels.paint(context, this.#write, style);
  }

  #paint(page: WallPage, style: WallStyle, cell: number): void {
    const { rows, layout, places } = page;
    const place = places[cell] ?? 0;
    const rect = cellRect(layout, cell);
    const facts = cellFacts(rows, place, this.#moment);
    this.drawn.cells += 1;
    const context = this.#context;
    const write = this.#write;
    switch (layout.kind) {
      case 'tiles':
        if (hasCharts(layout)) {
          const history = historyOf(page.day(place));
          paintSingle(context, write, rect, { ...facts, history }, this.#moment.now, style);
        } else paintTile(context, write, rect, facts, layout, style);
        return;
      case 'heat':
        paintHeatCell(context, write, rect, facts, layout.type, style);
        this.#labels.set(cell, facts, rect);
        return;
      case 'league': {
        const rank = page.before + cell + 1;
        const samples = samplesUntil(page.day(place), this.#moment.now);
        const row = { ...facts, rank, samples };
        paintLeagueRow(context, write, rect, row, layout.type, style);
        return;
      }
      case 'single':
        context.save();
        context.beginPath();
        context.rect(rect.x, rect.y, rect.width, rect.height);
        context.clip();
        paintSingle(
          context,
          write,
          rect,
          { ...facts, history: page.history(place) ?? historyOf(page.day(place)) },
          this.#moment.now,
          style,
        );
        context.restore();
    }
  }
}

const FRESHNESS = ['live', 'polled', 'stale', 'unknown'] as const;
const ONLINE = SERVER_STATUS.indexOf('online');

/** A wall as tests have it drawn: its servers, its painter, and when its frames come. */
import type { ServerRow } from '../../../../domain/rows.ts';
import { applyChanges, createRows, type Rows } from '../../../../domain/state.ts';
import { layOut, type WallSize } from '../../../../domain/walls/layout.ts';
import type { Rect } from '../../../../domain/walls/rect.ts';
import { PackedRows } from '../../../../domain/walls/packed-rows.ts';
import { Packer } from '../../../../domain/walls/packer.ts';
import type { PackedQuery } from '../../../../domain/queries.ts';
import { createView } from '../../../../domain/views/create.ts';
import { SERVER_STATUS, type ServerStatusName } from '../../../../protocol/enumerations.ts';
import type { SceneLayout } from '../../../../protocol/walls/fields.ts';
import { serverRow } from '../../../data/doubles.ts';
import { WallPainter, type WallPage } from './painter.ts';
import { readColours } from './style.ts';

const EVERYTHING: PackedQuery = {
  view: 'wall',
  sources: [{ kind: 'filter', filter: { text: '', games: [], states: [] } }],
};
/** When it is on a wall of these tests. */
export const NOW = Date.UTC(2026, 0, 1, 12);

/** What waits for the next frame. */
export const frames: (() => void)[] = [];

/** The next frame comes. */
export function runFrames(): void {
  for (const frame of frames.splice(0)) frame();
}

/** One of many servers. */
export function server(index: number, change: Partial<ServerRow> = {}): ServerRow {
  const row = serverRow();
  const id = String(index).padStart(24, '0');
  return { ...row, id, ...change };
}

/** A wall of these servers, drawn; `more` is what else its page is given. */
export function wallOf(
  servers: readonly ServerRow[],
  scene: SceneLayout,
  size: WallSize = { width: 960, height: 540, ratio: 1 },
  more: Partial<WallPage> = {},
) {
  const rows: Rows = createRows();
  const view = createView(rows, EVERYTHING);
  const packer = new Packer(view.snapshot());
  const held = new PackedRows();
  const tell = (...changed: readonly ServerRow[]) => {
    const changes = changed.map((after) => {
      const before = rows.servers.get(after.id);
      return { table: 'servers' as const, id: after.id, before, after };
    });
    applyChanges(rows, changes);
    packer.merge(view.apply(changes));
    for (const { patch } of packer.take()) held.apply(patch);
    return held.take().places;
  };
  tell(...servers);
  const canvas = document.body.appendChild(document.createElement('canvas'));
  const painter = new WallPainter(canvas, {
    nextFrame: (callback) => {
      frames.push(callback);
      return () => void frames.splice(frames.indexOf(callback), 1);
    },
  });
  const layout = layOut(scene, servers.length, size);
  const status = Object.fromEntries(SERVER_STATUS.map((name) => [name, name])) as Record<
    ServerStatusName,
    string
  >;
  painter.resize(size.width, size.height, size.ratio);
  painter.style({
    colours: readColours(document.documentElement),
    texts: {
      status,
      count: String,
      age: (ms) => `${Math.round(ms / 1_000)} s`,
      old: (ms) => `${Math.round(ms / 1_000)} s old`,
      hour: String,
      lastDay: 'day',
      restartIn: (ms) => `restart ${ms}`,
      restartUnknown: 'restart unknown',
    },
  });
  painter.moment({ live: true, live_at: NOW, now: NOW });
  painter.show({
    rows: held,
    layout,
    places: held.order.subarray(0, layout.perPage),
    before: 0,
    day: () => null,
    history: () => null,
    ...more,
  });
  runFrames();
  const pixels = ({ x, y, width, height }: Rect) =>
    canvas
      .getContext('2d')
      ?.getImageData(x * size.ratio, y * size.ratio, width * size.ratio, height * size.ratio)
      .data.join();
  return { canvas, painter, layout, tell, pixels, held };
}

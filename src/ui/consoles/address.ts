/** What the address of the consoles' page says: which tiles, in which order, how large. */

import { WINDOW_PANEL, type WindowPanel } from '../../domain/routes/routes.ts';
import { addressOf } from '../parts/addresses/parameters.ts';

export interface Tile {
  readonly serverId: string;
  readonly panel: WindowPanel;
  /** Columns and rows of the grid. */
  readonly wide: number;
  readonly high: number;
}

export const MOST_TILES = 16;
export const MOST_WIDE = 4;
export const MOST_HIGH = 3;

const TILE = /^([0-9a-f]{24})(?:\.(console|feed|players))?(?:\.([1-4])x([1-3]))?$/;

/** A tile is the panel of a server: there is one of each at most. */
export function tileKey({ serverId, panel }: Pick<Tile, 'serverId' | 'panel'>): string {
  return `${serverId}.${panel}`;
}

/** What is no tile is left out. */
function readTiles(given: string | null): readonly Tile[] {
  const tiles = new Map<string, Tile>();
  for (const text of (given ?? '').split('_')) {
    const [, serverId, panel, wide, high] = TILE.exec(text) ?? [];
    if (serverId === undefined) continue;
    const tile: Tile = {
      serverId,
      panel: WINDOW_PANEL.find((one) => one === panel) ?? 'console',
      wide: Number(wide ?? 1),
      high: Number(high ?? 1),
    };
    if (!tiles.has(tileKey(tile)) && tiles.size < MOST_TILES) tiles.set(tileKey(tile), tile);
  }
  return [...tiles.values()];
}

function writeTiles(tiles: readonly Tile[]): string | null {
  if (tiles.length === 0) return null;
  const texts = tiles.map(({ serverId, panel, wide, high }) => {
    const shown = panel === 'console' ? '' : `.${panel}`;
    return serverId + shown + (wide === 1 && high === 1 ? '' : `.${wide}x${high}`);
  });
  return texts.join('_');
}

export const CONSOLES = addressOf<{ readonly tiles: readonly Tile[] }>({
  tiles: { name: 'tiles', read: readTiles, write: writeTiles },
});

/** The same tiles with this one by so many columns and rows larger. */
export function resized(
  tiles: readonly Tile[],
  key: string,
  wide: number,
  high: number,
): readonly Tile[] {
  const within = (value: number, most: number) => Math.min(Math.max(value, 1), most);
  return tiles.map((tile) =>
    tileKey(tile) === key
      ? { ...tile, wide: within(wide, MOST_WIDE), high: within(high, MOST_HIGH) }
      : tile,
  );
}

/** The same tiles with this one a place earlier (-1) or later (1). */
export function moved(tiles: readonly Tile[], key: string, step: -1 | 1): readonly Tile[] {
  const from = tiles.findIndex((tile) => tileKey(tile) === key);
  const to = from + step;
  const tile = tiles[from];
  if (tile === undefined || to < 0 || to >= tiles.length) return tiles;
  const others = tiles.toSpliced(from, 1);
  return others.toSpliced(to, 0, tile);
}

/** Another choice of servers: the tiles of those that stay, as they are, and a console for each new one. */
export function withServers(tiles: readonly Tile[], serverIds: readonly string[]): readonly Tile[] {
  const kept = tiles.filter(({ serverId }) => serverIds.includes(serverId));
  const known = new Set(kept.map(({ serverId }) => serverId));
  const added = serverIds
    .filter((id) => !known.has(id))
    .map((serverId): Tile => ({ serverId, panel: 'console', wide: 1, high: 1 }));
  return [...kept, ...added].slice(0, MOST_TILES);
}

/** This tile shows another panel; where a tile shows that already, they change places. */
export function withPanel(
  tiles: readonly Tile[],
  key: string,
  panel: WindowPanel,
): readonly Tile[] {
  const tile = tiles.find((one) => tileKey(one) === key);
  if (tile === undefined) return tiles;
  const other = tileKey({ serverId: tile.serverId, panel });
  return tiles.map((one) => {
    if (tileKey(one) === key) return { ...one, panel };
    return tileKey(one) === other ? { ...one, panel: tile.panel } : one;
  });
}

/** How many columns suit so many tiles. */
export function columnsFor(tiles: readonly Tile[]): number {
  const cells = tiles.reduce((sum, { wide, high }) => sum + wide * high, 0);
  const widest = Math.max(1, ...tiles.map(({ wide }) => wide));
  const usual = cells <= 1 ? 1 : cells <= 4 ? 2 : cells <= 9 ? 3 : 4;
  return Math.max(usual, widest);
}

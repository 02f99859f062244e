import { SCENE_LAYOUT, type Scene } from '../../../protocol/walls/fields.ts';
import { addressOf, oneOf } from '../../parts/addresses/parameters.ts';
import { SERVERS } from '../../parts/addresses/servers.ts';
import type { ShownWall } from './wall-model.ts';

/** How an address chooses to show it. */
const LAYOUT = addressOf({ layout: oneOf('layout', SCENE_LAYOUT, 'auto') });

const ONE_SCENE = '0'.repeat(24);
const PAGE_SECONDS = 20;

/** A wall of the servers that an address filters, as the dashboard writes it; `layout` chooses how. */
export function quickWall(search: string, title: string): ShownWall {
  const { filter } = SERVERS.read(search);
  const { layout } = LAYOUT.read(search);
  const scene = {
    scene_id: ONE_SCENE,
    title,
    layout,
    source: {
      kind: 'filter',
      filter: {
        text: filter.text ?? '',
        games: filter.games ?? [],
        states: filter.states ?? [],
        ...(filter.tags === undefined ? {} : { tags: filter.tags }),
      },
    },
  } as Scene;
  return {
    name: title,
    scenes: [scene],
    rotation: PAGE_SECONDS,
    pinned_scene: null,
    sound: false,
  };
}

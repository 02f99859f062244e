import { SCENE_LAYOUT, type Scene, type SceneLayout } from '../../../protocol/walls/fields.ts';
import { readAddress } from '../../parts/addresses/servers.ts';
import type { ShownWall } from './wall-model.ts';

const ONE_SCENE = '0'.repeat(24);
const PAGE_SECONDS = 20;

/** A wall of the servers that an address filters, as the dashboard writes it; `layout` chooses how. */
export function quickWall(search: string, title: string): ShownWall {
  const { filter } = readAddress(search);
  const params = new URLSearchParams(search);
  const layout: SceneLayout = SCENE_LAYOUT.find((one) => one === params.get('layout')) ?? 'auto';
  const scene = {
    scene_id: ONE_SCENE,
    title,
    layout,
    source: {
      kind: 'filter',
      filter: { text: filter.text ?? '', games: filter.games ?? [], states: filter.states ?? [] },
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

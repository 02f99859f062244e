/** The wall of a demo: what hangs in the room of whoever runs so many servers. */
import { wallCreate } from '../../host/walls/wall-calls.ts';
import type { Doing } from '../../host/groups/group.ts';
import { newId } from '../../host/store/ids.ts';
import { GAME } from '../../protocol/enumerations.ts';
import { call, type Brings } from './as-somebody.ts';

type Wall = Brings<'wallCreate'>['body']['wall'];
type Scene = Wall['scenes'][number];

/** Seconds that each scene stays. */
const ROTATION = 20;

/** Makes one that rotates through the ways in which servers can be drawn; the last scene has one server alone. */
export async function makeWall(owner: Doing, server: string): Promise<void> {
  const scene = (
    title: string,
    layout: Scene['layout'],
    source: Scene['source'] = filtered([]),
  ): Scene => ({ scene_id: newId(owner.now), title, layout, source });
  const wall = {
    name: 'Control room',
    scenes: [
      scene('All servers', 'tiles'),
      scene('Where it is full', 'heat'),
      scene('DayZ', 'league', filtered([GAME.DAYZ, GAME.DAYZ_EXP])),
      scene('The first server', 'single', { kind: 'servers', server_ids: [server] }),
    ],
    rotation: ROTATION,
    pinned_scene: null,
    sound: false,
  };
  await call(owner, 'wallCreate', wallCreate, { params: {}, body: { wall } });
}

function filtered(games: (typeof GAME)[keyof typeof GAME][]): Scene['source'] {
  return { kind: 'filter', filter: { text: '', games, states: [] } };
}

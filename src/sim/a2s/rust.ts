import { createHash } from 'node:crypto';
import { SIM_GAMES } from '../games.ts';
import { describeWorld } from '../rust/island.ts';
import type { QueryView } from './view.ts';

/** Rust's keywords: whole numbers where INFO has but one byte, and tags packed by signs. */
export function rustKeywords(view: QueryView): string {
  return [
    `mp${view.slots}`,
    `cp${view.players.length + view.padding}`,
    'ptrak',
    `qp${view.queue}`,
    '$r?',
    `v${SIM_GAMES[view.game].version}`,
    `born${Math.floor(view.wipedAt / 1000)}`,
    'gmrust',
    'cs165217',
    'ts8',
    ...(view.mods.length > 0 ? ['^o', '^z'] : ['^z']),
  ].join(',');
}

/** Rust's rules. */
export function rustRules(view: QueryView): readonly (readonly [string, string])[] {
  const { seed, size, entities } = describeWorld(view.name, view.uptimeSeconds);
  const hash = createHash('md5').update(view.name).digest('hex').slice(0, 8);
  return [
    ['build', '128477'],
    ['description_00', 'Weekly wipes, no group limit on weekends.\\n'],
    ['description_01', 'Rules and shop on our page.'],
    ['ent_cnt', String(entities)],
    ['fps', '67'],
    ['fps_avg', '66.75'],
    ['gc_cl', '89'],
    ['gc_mb', '1024'],
    ['gmn', 'Vanilla'],
    ['gmt', 'rust'],
    ['hash', hash],
    ['headerimage', ''],
    ['pve', 'False'],
    ['uptime', String(Math.floor(view.uptimeSeconds))],
    ['url', ''],
    ['world.seed', String(seed)],
    ['world.size', String(size)],
  ];
}

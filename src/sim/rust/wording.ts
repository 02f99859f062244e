import type { SimPlayer } from '../world/player.ts';
import type { WorldEvent } from '../world/world-event.ts';
import { positionOf } from './island.ts';

const EAC = 'EAC: ';

/** What the console needs of its server to word a line. */
export interface Speaker {
  readonly now: number;
  /** Old servers name entities, and say `has entered the game`. */
  readonly old: boolean;
}

/** The lines that the console prints of what happened. */
export function consoleLines(event: WorldEvent, speaker: Speaker): readonly string[] {
  const { player } = event;
  const named = namedBy(player, speaker);
  switch (event.kind) {
    case 'connected':
      return [
        `${placed(player)} joined [${systemOf(player)}/${player.steamId ?? '0'}]`,
        `${player.name} with steamid ${player.steamId ?? '0'} joined from ip ${player.address}:${(player.port % 64_000) + 1_024}`,
      ];
    case 'spawned':
      return [speaker.old ? `${named} has entered the game` : `${named} has spawned`];
    case 'left':
      return [`${placed(player)} disconnecting: ${event.why}`];
    case 'chat': {
      const mark = event.channel === 'Team' ? '[TEAM CHAT]' : '[CHAT]';
      return [`${mark} ${named} : ${event.text}`];
    }
    case 'died':
      return [deathLine(event, named, speaker)];
    case 'kicked':
      return event.why.startsWith(EAC)
        ? [
            `[EAC] Kicking ${player.steamId ?? '0'} / ${player.name} (${event.why.slice(EAC.length)})`,
          ]
        : [];
    case 'hit':
    case 'identified':
    case 'verified':
      return [];
  }
}

function deathLine(
  { player, killer, cause }: Extract<WorldEvent, { killer: unknown }>,
  named: string,
  speaker: Speaker,
): string {
  if (killer !== undefined) return `${named} was killed by ${namedBy(killer, speaker)}`;
  if (cause.endsWith('(entity)')) {
    const [x, height, z] = positionOf(player.id, speaker.now).map((part) => part.toFixed(1));
    return `${named} was killed by ${cause} at (${x}, ${height}, ${z})`;
  }
  if (SUICIDES.includes(cause)) return `${named} was suicide by ${cause}`;
  if (cause === 'Fall') return `${named} died (Fall)`;
  return `${named} was killed by ${cause}`;
}

/** What people die of by nobody's hand; the first of them by their own. */
export const SUICIDES = ['Suicide', 'Blunt', 'Explosion'];
export const RUST_CAUSES = [
  ...SUICIDES,
  'fall!',
  'Drowned',
  'Hunger',
  'Cold',
  'Fall',
  'minicopter.entity (entity)',
  'bear (entity)',
  'scientistnpc_roam (entity)',
];

function placed({ address, port, steamId, name }: SimPlayer): string {
  return `${address}:${port}/${steamId ?? '0'}/${name}`;
}

function namedBy({ id, name, steamId }: SimPlayer, { old }: Speaker): string {
  return `${name}[${old ? `${1_000_000 + id}/` : ''}${steamId ?? '0'}]`;
}

function systemOf({ port }: SimPlayer): string {
  return port % 25 === 0 ? 'osx' : port % 10 === 0 ? 'linux' : 'windows';
}

import { SIM_GAMES } from '../games.ts';
import { rustKeywords } from './rust.ts';
import type { QueryView } from './view.ts';

/** The keywords of INFO: words for DayZ and Rust, a list of single letters for ArmA. */
export function keywords(view: QueryView): string {
  switch (SIM_GAMES[view.game].query) {
    case 'dayz':
      return dayzKeywords(view);
    case 'arma2':
      return `bt,${armaCore(view)},c0-52,pw,`;
    case 'arma3':
      return `bt,${armaCore(view)},h0badcafe,f0,c0-52,pw,e15,j0,k0,`;
    case 'rust':
      return rustKeywords(view);
    case 'source':
      return ' gm:sandbox ver:2025.03.26';
  }
}

function dayzKeywords(view: QueryView): string {
  const hours = String(Math.floor(view.timeOfDay / 60)).padStart(2, '0');
  const minutes = String(Math.floor(view.timeOfDay % 60)).padStart(2, '0');
  return [
    'battleye',
    'no3rd',
    'external',
    'privHive',
    'shardABC123',
    `lqs${view.queue}`,
    `etm${view.acceleration.day.toFixed(6)}`,
    `entm${view.acceleration.night.toFixed(6)}`,
    ...(view.mods.length > 0 ? ['mod'] : []),
    `${hours}:${minutes}`,
  ].join(',');
}

function armaCore(view: QueryView): string {
  const [major = '0', minor = '0'] = SIM_GAMES[view.game].version.split('.');
  const locked = view.locked ? 'lt' : 'lf';
  return `r${Number(major) * 100 + Number(minor)},n0,s7,i3,mf,${locked},vt,dt,tcoop,g65545`;
}

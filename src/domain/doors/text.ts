/**
 * What somebody reads who is told something at the doors, or asked to leave. Muster's own words are ASCII and short: that all games
 * show. What an admin wrote stays as it is.
 */
import { cut } from '../resources/keys.ts';
import type { Because, Decision } from './decide.ts';

/** At most so many characters. */
export const DOOR_TEXT_MAX = 128;

export type DoorVerdict = Exclude<Decision['verdict'], 'let-in'>;

export function doorText(verdict: DoorVerdict, because: Pick<Because, 'entry'>): string {
  return cut(sentence(verdict, because.entry), DOOR_TEXT_MAX);
}

function sentence(verdict: DoorVerdict, entry: Because['entry']): string {
  switch (entry.kind) {
    case 'ban': {
      const { reason, until } = entry.ban;
      if (until === null) return `Banned: ${reason}`;
      const end = new Date(until).toISOString().slice(0, 16).replace('T', ' ');
      return `Banned until ${end} UTC: ${reason}`;
    }
    case 'whitelist':
      return 'This server is for players on its whitelist only.';
    case 'filter':
      return entry.filter.message;
    case 'country':
      return 'This server does not take players from your country.';
    case 'vpn':
      return 'This server does not take players who come through a VPN or a data centre.';
    case 'vac':
      return entry.grace === 0
        ? 'This server does not take Steam accounts with a VAC ban.'
        : `This server does not take Steam accounts with a VAC ban in the last ${entry.grace} days.`;
    case 'steam-private':
      return 'Your Steam profile is private. Make it public, then join again.';
    case 'steam-age':
      return `Your Steam account is younger than ${entry.days} days. This server takes older ones only.`;
    case 'reserved-slot':
      return 'The server is full: the last slots are kept for players with a reserved slot.';
    case 'ping': {
      const over = `Your ping is ${entry.ping} ms. This server allows ${entry.max} ms`;
      return verdict === 'warn' ? `${over}, or you will be kicked.` : `${over}.`;
    }
  }
}

import { expect, it } from 'vitest';
import { doorText } from './text.ts';

const until = Date.UTC(2026, 4, 2, 9, 30);

it.each([
  ['kick', { kind: 'ban', ban: { reason: 'Griefing', until: null } }, 'Banned: Griefing'],
  [
    'kick',
    { kind: 'ban', ban: { reason: 'Griefing', until } },
    'Banned until 2026-05-02 09:30 UTC: Griefing',
  ],
  ['kick', { kind: 'whitelist' }, /players on its whitelist only/],
  ['kick', { kind: 'filter', filter: { message: 'Choose another name.' } }, 'Choose another name.'],
  ['kick', { kind: 'country' }, /from your country/],
  ['kick', { kind: 'vpn' }, /through a VPN or a data centre/],
  ['kick', { kind: 'vac', grace: 0 }, /with a VAC ban\.$/],
  ['kick', { kind: 'vac', grace: 30 }, /with a VAC ban in the last 30 days/],
  ['kick', { kind: 'steam-private' }, /Steam profile is private/],
  ['kick', { kind: 'steam-age', days: 14 }, /Steam account is younger than 14 days/],
  ['kick', { kind: 'reserved-slot' }, /the last slots are kept/],
  [
    'warn',
    { kind: 'ping', ping: 240, max: 200 },
    'Your ping is 240 ms. This server allows 200 ms, or you will be kicked.',
  ],
  [
    'kick',
    { kind: 'ping', ping: 240, max: 200 },
    'Your ping is 240 ms. This server allows 200 ms.',
  ],
] as const)('whoever is told to %s for %j reads why', (verdict, entry, said) => {
  const text = doorText(verdict, { entry: entry as never });
  if (typeof said === 'string') expect(text).toBe(said);
  else expect(text).toMatch(said);
});

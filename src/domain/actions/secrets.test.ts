import fc from 'fast-check';
import { expect, it } from 'vitest';
import { shownCommand } from './secrets.ts';

const SECRET = 'hunter22';

it.each([
  ['rcon.password hunter22', 'rcon.password ••••••'],
  ['global.rcon.password "hunter22; say hi"', 'global.rcon.password ••••••'],
  ['RConPassword hunter22;x', 'RConPassword ••••••'],
  ['RConPasswordhunter22', 'RConPassword ••••••'],
  ['#login hunter22', '#login ••••••'],
  ['/login hunter22', '/login ••••••'],
  ['#exec rcon.password hunter22', '#exec rcon.password ••••••'],
  ['say hi;rcon.password hunter22', 'say hi;rcon.password ••••••'],
  ['rcon.pass\u200bword hunter22', 'rcon.password ••••••'],
  ['discord.token=hunter22', 'discord.token ••••••'],
  ['passwordAdmin = "hunter22";', 'passwordAdmin ••••••'],
  ['#beserver RConPassword hunter22', '#beserver RConPassword ••••••'],
])('%j is shown as %j', (text, shown) => {
  expect(shownCommand(text)).toBe(shown);
});

it.each([
  'players',
  'rcon.password',
  'say -1 the password of the teamspeak is tea',
  'kick 3 sharing the password',
  '#logout',
  'find password',
])('%j is shown whole', (text) => {
  expect(shownCommand(text)).toBe(text);
});

it('what follows the name of a secret is not shown, whatever stands before and between', () => {
  const name = fc.constantFrom('rcon.password', 'RConPassword', '#login', 'oxide.discord.secret');
  const before = fc.constantFrom('', ' ', '/', '#exec ', '"', '\u2060', 'players;', 'say hi; ');
  const between = fc.constantFrom(' ', '\t', '  ', ' "', '=', ': ', '\u00a0', '\u200b ');
  fc.assert(
    fc.property(before, name, between, fc.string(), (start, command, gap, more) => {
      const shown = shownCommand(`${start}${command}${gap}${SECRET}${more}`);
      expect(shown).not.toContain(SECRET);
    }),
  );
});

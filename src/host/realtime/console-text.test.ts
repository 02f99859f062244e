import { describe, expect, it } from 'vitest';
import { consoleText, toldAgain } from './console-text.ts';

describe('a password', () => {
  it.each([
    ['rcon.password hunter22', 'rcon.password ••••••'],
    ['rcon.password "hunter 22"', 'rcon.password ••••••'],
    ['rcon.password: "hunter22"', 'rcon.password: ••••••'],
    ['global.rcon.password hunter22', 'global.rcon.password ••••••'],
    ['[rcon] 127.0.0.1: rcon.password hunter22', '[rcon] ••••••: rcon.password ••••••'],
    [
      'Command line: -batchmode +rcon.password hunter22',
      'Command line: -batchmode +rcon.password ••••••',
    ],
    [
      'server.pve "True"\nrcon.password "hunter22"\nserver.seed 7',
      'server.pve "True"\nrcon.password ••••••\nserver.seed 7',
    ],
    ['RConPassword hunter22', 'RConPassword ••••••'],
    ['Config entry: RConPassword hunter22', 'Config entry: RConPassword ••••••'],
    ['setRConPassword hunter22', 'setRConPassword ••••••'],
    ['passwordAdmin = "hunter22";', 'passwordAdmin = ••••••'],
    ['serverCommandPassword="hunter22";', 'serverCommandPassword=••••••'],
    ['#login hunter22', '#login ••••••'],
    [' # login  hunter22', ' # login ••••••'],
  ])('is not in %j', (line, shown) => {
    expect(consoleText(line)).toBe(shown);
  });

  it.each([
    'RCon admin #0 logged in',
    'the RCon password was refused',
    'rcon.password',
    'say login now',
  ])('is not looked for in %j', (line) => {
    expect(consoleText(line)).toBe(line);
  });
});

describe('who is where', () => {
  const guid = 'ab0123456789cdef0123456789abcdef';
  it.each([
    ['Player #0 Bob (203.0.113.9:2304) connected', 'Player #0 Bob (••••••:2304) connected'],
    [`Verified GUID (${guid}) of player #0 Bob`, 'Verified GUID (••••••) of player #0 Bob'],
    [
      '203.0.113.9:51/76561190000000041/Bob joined [windows]',
      '••••••:51/••••••/Bob joined [windows]',
    ],
    [`0   203.0.113.9:2304   47   ${guid}(OK) Bob`, '0   ••••••:2304   47   ••••••(OK) Bob'],
    ['from [2001:db8::7]:2304.', 'from [••••••]:2304.'],
    ['from 2001:db8::7, from ::ffff:203.0.113.9', 'from ••••••, from ••••••'],
    ['at 2001:db8::7.', 'at ••••••.'],
    [`id ${'x'.repeat(43)}=`, 'id ••••••'],
  ])('is not in %j', (line, shown) => {
    expect(consoleText(line)).toBe(shown);
  });

  it.each([
    'at 12:34:56',
    'version 1.29.163045',
    'Time 01:02:03.004',
    '4000 players: 12',
    'std::move',
  ])('is not looked for in %j', (line) => {
    expect(consoleText(line)).toBe(line);
  });
});

it('a line that an earlier version kept whole is told without it', () => {
  const data = { server_id: 'a', at: 1, entry: { kind: 'console', text: 'from 203.0.113.9' } };
  expect(toldAgain('server/a/console', data)).toMatchObject({ entry: { text: 'from ••••••' } });
  expect(toldAgain('server/a/feed', data)).toBe(data);
});

it.each([null, undefined, 'text', 7, {}, { entry: null }, { entry: 'text' }, { entry: {} }])(
  'a console is told as it stands where it has no line: %j',
  (data) => {
    expect(toldAgain('server/a/console', data)).toBe(data);
  },
);

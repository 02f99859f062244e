/** Names from hell: what the games print of anybody is read as it was meant. */
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { readConsoleLine } from './arma-console.ts';
import { readAdmLine } from './dayz-adm.ts';
import { readRptLine } from './dayz-rpt.ts';

const ID = '0jNfYGbcXRxfmxMno9T94uUACYM9iJNC_PIydDU_g6s=';
const XBOX = '5189C69DC784264D64B5C211F9142DDFE741C8A4';
const PLACE = 'pos=<7476.5, 3035.6, 5.3>';

const hostile = fc.constantFrom(
  'Survivor',
  '"',
  "'",
  'a "quoted" name',
  `x" (id=${ID}) placed `,
  `x" (id=${ID}) bled out`,
  `x" (id=${XBOX} ${PLACE})`,
  'x" is connected',
  '(DEAD) (id=Unknown)',
  'Player "y"',
  'a connected (id=76561190000000007).',
  'b disconnected.',
  'c kicked off by BattlEye: Admin Kick (no)',
  "d' ID=3, steamID=76561190000000007. Ping too high",
  'e uses modified data file',
  'Server load: FPS 1',
  '(Side) f: hello',
  'שלום \u202e🙂',
  ' 1:02:03 ',
  'z'.repeat(64),
);
const name = fc.oneof(
  hostile,
  fc
    .string({ unit: 'grapheme', minLength: 1, maxLength: 64 })
    .filter((one) => !/[\r\n\0]/.test(one)),
);
const id = fc.constantFrom(ID, XBOX);
const words = fc.constantFrom('Забор', 'Land Mine<LandMineTrap>', 'Fence', 'KA-101');

const STATES: Readonly<Record<string, string>> = {
  connecting: ' is connecting',
  connected: ' is connected',
  disconnected: ' has been disconnected',
  unconscious: ' is unconscious',
  conscious: ' regained consciousness',
  suicide: ' committed suicide',
  respawning: ' is choosing to respawn',
  'bled-out': ' bled out',
  listed: '',
};

it('whoever a line of the admin log is about is read by the name that they have', () => {
  fc.assert(
    fc.property(
      name,
      id,
      fc.constantFrom(...Object.keys(STATES)),
      fc.boolean(),
      fc.constantFrom('', ' '),
      (who, by, kind, dead, blank) => {
        const line = `12:00:01 | Player "${who}"${dead ? ' (DEAD)' : ''}${dead ? ' ' : blank}(id=${by} ${PLACE})${STATES[kind]}`;
        expect(readAdmLine(line).entry).toEqual({
          kind,
          person: { name: who, id: by, position: { x: 7476.5, y: 3035.6, height: 5.3 }, dead },
        });
      },
    ),
    { seed: 11 },
  );
});

it('what is said of no player is not explained, and blanks around what has no time are nothing', () => {
  const kind = (line: string) => readAdmLine(line).entry.kind;
  const connected = `"Ann" (id=${'A'.repeat(43)}=) is connected`;
  expect(kind(`12:00:01 | Player ${connected}`)).toBe('connected');
  expect(kind(`12:00:01 | Nobody ${connected}`)).toBe('unexplained');
  const untimed = ['', ' \t', '  ***********  ', ' AdminLog started on 2024-01-02 at 03:04:05 '];
  expect(untimed.map(kind)).toEqual(['blank', 'blank', 'ruler', 'started']);
});

it('of a hit and a kill both names are read, with part, damage, ammunition, weapon and distance', () => {
  fc.assert(
    fc.property(
      name,
      name,
      id,
      words,
      fc.double({ min: 0, max: 900, noNaN: true }),
      (a, b, by, weapon, far) => {
        const distance = Number(far.toFixed(4));
        const from = `Player "${b}" (id=${by} ${PLACE})`;
        const hit = `12:00:01 | Player "${a}" (id=${by} ${PLACE})[HP: 52.4] hit by ${from} into Torso(16) for 47.58 damage (Bullet_556x45) with ${weapon} from ${distance} meters `;
        const entry = readAdmLine(hit).entry;
        expect(entry).toMatchObject({
          kind: 'hit',
          person: { name: a, dead: false },
          hit: {
            player: { name: b },
            zone: 'Torso',
            damage: 47.58,
            ammo: 'Bullet_556x45',
            weapon,
            distance,
          },
        });
        const kill = `12:00:01 | Player "${a}" (DEAD) (id=${by} ${PLACE}) killed by ${from} with ${weapon} from ${distance} meters`;
        expect(readAdmLine(kill).entry).toMatchObject({
          kind: 'killed',
          person: { name: a, dead: true },
          by: { player: { name: b }, weapon, distance },
        });
      },
    ),
    { seed: 12 },
  );
});

it('chat, building and old lines keep what they say', () => {
  fc.assert(
    fc.property(
      name,
      id,
      words,
      fc.string({ maxLength: 80 }).filter((one) => !/[\r\n]/.test(one)),
      (who, by, what, text) => {
        // A name that ends its own line's name early is cut there: no game lets one be so long.
        if (!/"\s?\(id=/.test(who)) {
          expect(readAdmLine(`12:00:01 | Chat("${who}"(id=${by})): ${text}`).entry).toMatchObject({
            kind: 'chat',
            person: { name: who, id: by },
            text,
          });
        }
        const built = `12:00:01 | Player "${who}" (id=${by} ${PLACE})Built base on ${what} with ${what}`;
        expect(readAdmLine(built).entry).toMatchObject({
          kind: 'built',
          person: { name: who },
          text: `Built base on ${what} with ${what}`,
        });
        const old = `12:00:01 | Player "${who}" is connected (id=${by})`;
        expect(readAdmLine(old).entry).toMatchObject({
          kind: 'connected',
          person: { name: who, id: by },
        });
      },
    ),
    { seed: 13 },
  );
});

it("lines of ArmA's console are told by their ends", () => {
  fc.assert(
    fc.property(name, (who) => {
      const entry = (text: string) => readConsoleLine(` 1:02:03 ${text}`).entry;
      const steamId = '76561190000000007';
      expect(entry(`Player ${who} connecting.`)).toEqual({ kind: 'connecting', name: who });
      expect(entry(`Player ${who} disconnected.`)).toEqual({ kind: 'disconnected', name: who });
      expect(entry(`Player ${who} is losing connection`)).toEqual({
        kind: 'losing-connection',
        name: who,
      });
      expect(entry(`${who} uses modified data file`)).toEqual({ kind: 'modified-data', name: who });
      expect(entry(`Player ${who} connected (id=${steamId}).`)).toEqual({
        kind: 'connected',
        name: who,
        steamId,
      });
      const kicking = `Kicking player name='${who}' ID=12, steamID=${steamId}. Desync too high (1089/ 150 )`;
      expect(entry(kicking)).toEqual({
        kind: 'kicked',
        name: who,
        steamId,
        reason: 'Desync too high (1089/ 150 )',
      });
    }),
    { seed: 14 },
  );
});

it("lines of DayZ's engine log keep names and ids", () => {
  fc.assert(
    fc.property(name, id, fc.nat(), (who, by, connection) => {
      const entry = (text: string) => readRptLine(` 5:32:29.98 ${text}`).entry;
      const number = String(connection);
      expect(
        entry(`[Login]: Adding player ${who} (${number}) to login queue at position 0`),
      ).toEqual({
        kind: 'queued',
        name: who,
        connection: number,
      });
      expect(
        entry(
          `[StateMachine]: Player ${who} (dpnid ${number} uid ${by}) Entering DBGetLoginTimeLoginState`,
        ),
      ).toEqual({
        kind: 'log-in',
        name: who,
        connection: number,
        id: by,
        state: 'DBGetLoginTimeLoginState',
      });
      expect(entry(`Player "${who}" is connected (steamID=76561190000000007)`)).toEqual({
        kind: 'steam',
        name: who,
        steamId: '76561190000000007',
      });
    }),
    { seed: 15 },
  );
});

it('no line of anything makes a reader fail', () => {
  fc.assert(
    fc.property(fc.oneof(fc.string(), name), (text) => {
      for (const line of [
        text,
        `12:00:01 | ${text}`,
        `12:00:01 | Player ${text}`,
        ` 1:02:03 ${text}`,
      ]) {
        expect(readAdmLine(line).entry.kind).toBeTypeOf('string');
        expect(readRptLine(line).entry.kind).toBeTypeOf('string');
        expect(readConsoleLine(line).entry.kind).toBeTypeOf('string');
      }
    }),
    { seed: 16, numRuns: 500 },
  );
});

it('a line of an RPT has its moment of the day to the millisecond, and is told apart from blank ones', () => {
  const moment = ((12 * 60 + 34) * 60 + 56) * 1_000 + 78;
  expect(readRptLine('12:34:56.78 hello').ofDay).toBe(moment);
  expect(readRptLine('   ')).toEqual({ ofDay: null, entry: { kind: 'blank' } });
  expect(readRptLine('Version 1.26').entry).toEqual({ kind: 'header' });
  expect(readRptLine('what nobody knows').entry).toEqual({ kind: 'unexplained' });
  expect(readRptLine('Current time:  2026/03/29 02:00:00').entry).toEqual({
    kind: 'date',
    year: 2026,
    month: 3,
    day: 29,
  });
});

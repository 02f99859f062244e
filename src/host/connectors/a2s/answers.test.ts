import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { infoAnswer, parts, whole } from './doubles.ts';
import { parseInfo } from './info.ts';
import { challengeOf, encodeQuestion, parseDatagram } from './packet.ts';
import { parsePlayerList } from './players.ts';
import { parseModBlock, parseRules } from './rules.ts';
import { SplitAssembly } from './split.ts';
import { runsGame, statusOf } from './status.ts';

const hex = (data: Uint8Array): string => Buffer.from(data).toString('hex');

describe('requests', () => {
  test('carry the challenge behind INFO, and in place for the others', () => {
    const challenge = Uint8Array.of(1, 2, 3, 4);
    const info = `ffffffff54${hex(Buffer.from('Source Engine Query\0'))}`;
    expect(hex(encodeQuestion('info', null))).toBe(info);
    expect(hex(encodeQuestion('info', challenge))).toBe(`${info}01020304`);
    expect(hex(encodeQuestion('players', null))).toBe('ffffffff55ffffffff');
    expect(hex(encodeQuestion('players', challenge))).toBe('ffffffff5501020304');
    expect(hex(encodeQuestion('rules', challenge))).toBe('ffffffff5601020304');
  });
});

describe('datagrams', () => {
  test('a challenge', () => {
    const datagram = parseDatagram(Buffer.from('ffffffff4101020304', 'hex'));
    expect(datagram?.kind === 'whole' && challengeOf(datagram.answer)).toEqual(
      Uint8Array.of(1, 2, 3, 4),
    );
  });
  test('a split answer in any order, some parts twice', () => {
    fc.assert(
      fc.property(
        fc.uint8Array({ minLength: 1, maxLength: 400, size: 'max' }),
        fc.integer({ min: 2, max: 60 }),
        fc.infiniteStream(fc.nat()),
        (answer, size, chance) => {
          const cut = parts(answer, size);
          const order = [...cut, ...cut.slice(0, 2)]
            .map((datagram) => ({ datagram, key: chance.next().value ?? 0 }))
            .toSorted((one, other) => one.key - other.key);
          const assembly = new SplitAssembly();
          const got = order.map(({ datagram }) => {
            const parsed = parseDatagram(datagram);
            return parsed?.kind === 'part' ? assembly.accept(parsed.part) : null;
          });
          const known = got.filter((one) => one !== null);
          expect(known.length).toBeGreaterThan(0);
          for (const one of known) expect(hex(one)).toBe(hex(answer));
        },
      ),
    );
  });
  test('a part that is behind the last one is none', () => {
    const part = (number: string) =>
      parseDatagram(Buffer.from(`feffffff0100000002${number}0000aa`, 'hex'));
    expect(part('01')).toMatchObject({ kind: 'part', part: { total: 2, number: 1 } });
    expect(part('02')).toBeNull();
    expect(parseDatagram(Buffer.from('feffffff010000000201', 'hex'))).toBeNull();
  });
  test('what follows the mods of Arma 3 is no description, as it is of DayZ', () => {
    const [none, rest] = ['0000', '03616263'];
    const arma = Buffer.from(`02000000${none}${none}${rest}`, 'hex');
    expect(parseModBlock(arma, 'arma3')).toMatchObject({ mods: [], description: '' });
    const dayz = Buffer.from(`02000000${none}${rest}`, 'hex');
    expect(parseModBlock(dayz, 'dayz')).toMatchObject({ mods: [], description: 'abc' });
  });
  test('parts of two answers are not mixed', () => {
    const assembly = new SplitAssembly();
    const accept = (datagram: Uint8Array | undefined) => {
      const parsed = datagram === undefined ? null : parseDatagram(datagram);
      return parsed?.kind === 'part' ? assembly.accept(parsed.part) : null;
    };
    const old = parts(Buffer.from('0123456789'), 7, 1);
    const recent = parts(Buffer.from('abcdefghij'), 7, 2);
    expect(accept(old[0])).toBeNull();
    expect(accept(recent[1])).toBeNull();
    expect(accept(recent[0])).toEqual(Buffer.from('abcdefghij'));
  });
  test('nothing throws, whatever arrives', () => {
    const head = fc.constantFrom(
      [],
      [0xff, 0xff, 0xff, 0xff],
      [0xfe, 0xff, 0xff, 0xff],
      [0x49],
      [0x44],
      [0x45],
    );
    fc.assert(
      fc.property(head, fc.uint8Array({ maxLength: 200 }), (start, rest) => {
        const data = Buffer.concat([Buffer.from(start), rest]);
        const datagram = parseDatagram(data);
        if (datagram?.kind === 'part') new SplitAssembly().accept(datagram.part);
        parseInfo(data);
        parsePlayerList(data);
        const rules = parseRules(data);
        parseModBlock(rules?.block ?? data, 'dayz');
        parseModBlock(data, 'arma3');
      }),
      { numRuns: 1_000 },
    );
  });
});

describe('INFO', () => {
  test('all its fields', () => {
    expect(parseInfo(infoAnswer({ name: 'Müller', gamePort: 2402 }))).toMatchObject({
      name: 'Müller',
      map: 'chernarusplus',
      folder: 'dayz',
      appId: 221_100,
      slots: 60,
      serverType: 'd',
      environment: 'w',
      passwordProtected: false,
      version: '1.29.163709',
      gamePort: 2402,
      keywords: 'battleye,lqs3,15:12',
    });
  });
  test('cut short it is none', () => {
    const answer = infoAnswer();
    const lengths = Array.from({ length: answer.length - 1 }, (_, length) => length);
    // The extra fields may be absent altogether, but not begin and break off.
    const whereItMayEnd = lengths.filter(
      (length) => parseInfo(answer.subarray(0, length)) !== null,
    );
    expect(whereItMayEnd).toHaveLength(1);
  });
  test('the status of each game', () => {
    const info = parseInfo(whole(infoAnswer()).subarray(4));
    if (info === null) throw new Error('no info');
    expect(statusOf({ ...info, players: 12 }, 'DAYZ')).toMatchObject({
      population: { players: 12, slots: 60, queue: 3 },
      time: '15:12',
      locked: null,
    });
    expect(statusOf({ ...info, keywords: 'bt,lt,s7' }, 'ARMA3')).toMatchObject({
      population: { queue: null },
      locked: true,
      time: null,
    });
    const wrapped = { ...info, players: 86, slots: 63, keywords: 'mp575,cp547,qp17' };
    expect(statusOf(wrapped, 'RUST').population).toEqual({ players: 547, slots: 575, queue: 17 });
    expect(runsGame(info, 'DAYZ')).toBe(true);
    expect(runsGame(info, 'DAYZ_EXP')).toBe(true);
    expect(runsGame(info, 'ARMA3')).toBe(false);
  });
});

describe('PLAYER', () => {
  const row = (name: string, score: number, duration: number): Buffer => {
    const numbers = Buffer.alloc(8);
    numbers.writeInt32LE(score, 0);
    numbers.writeFloatLE(duration, 4);
    return Buffer.concat([Buffer.of(0), Buffer.from(`${name}\0`), numbers]);
  };

  test('is read to its end, whatever its count says', () => {
    const answer = Buffer.concat([Buffer.of(0x44, 1), row('', -1, 2.5), row('Bob', 3, 60)]);
    expect(parsePlayerList(answer)).toEqual([
      { name: '', score: -1, duration: 2.5 },
      { name: 'Bob', score: 3, duration: 60 },
    ]);
    expect(parsePlayerList(answer.subarray(0, -1))).toHaveLength(1);
  });
});

describe('RULES', () => {
  const pair = (key: Buffer | string, value: Buffer | string): Buffer =>
    Buffer.concat([Buffer.from(key), Buffer.of(0), Buffer.from(value), Buffer.of(0)]);
  const answer = (...pairs: readonly Buffer[]): Buffer =>
    Buffer.concat([Buffer.of(0x45, pairs.length, 0), ...pairs]);
  const escape = (bytes: Uint8Array): Buffer =>
    Buffer.from(
      [...bytes].flatMap((byte) =>
        byte === 1 ? [1, 1] : byte === 0 ? [1, 2] : byte === 0xff ? [1, 3] : [byte],
      ),
    );

  test('plain pairs', () => {
    const rules = parseRules(answer(pair('island', 'ChernarusPlus'), pair('dedicated', '1')));
    expect(rules?.plain).toEqual(
      new Map([
        ['island', 'ChernarusPlus'],
        ['dedicated', '1'],
      ]),
    );
    expect(rules?.block).toBeNull();
  });
  test('a DayZ mod block over two pairs in either order', () => {
    const mod = (hash: number, id: number, name: string): Buffer => {
      const numbers = Buffer.alloc(9);
      numbers.writeUInt32LE(hash, 0);
      numbers[4] = 0x04;
      numbers.writeUInt32LE(id, 5);
      return Buffer.concat([numbers, Buffer.of(name.length), Buffer.from(name)]);
    };
    const block = Buffer.concat([
      Buffer.of(2, 0, 0, 0, 2),
      mod(0xff00ff01, 1_559_212_036, 'CF'),
      mod(1, 2_545_327_648, 'Dabs Framework'),
      Buffer.of(1, 4),
      Buffer.from('dayz'),
      Buffer.of(2),
      Buffer.from('hi'),
    ]);
    const escaped = escape(block);
    const first = pair(Buffer.of(1, 2), escaped.subarray(0, 30));
    const second = pair(Buffer.of(2, 2), escaped.subarray(30));
    for (const pairs of [
      [first, second, pair('island', 'x')],
      [second, first],
    ]) {
      const rules = parseRules(answer(...pairs));
      expect(parseModBlock(rules?.block ?? Buffer.alloc(0), 'dayz')).toEqual({
        version: 2,
        dlcHashes: [],
        mods: [
          { name: 'CF', workshopId: '1559212036', hash: 0xff00ff01 },
          { name: 'Dabs Framework', workshopId: '2545327648', hash: 1 },
        ],
        signatures: ['dayz'],
        description: 'hi',
      });
    }
    expect(parseRules(answer(first))?.block).toBeNull();
  });
  test('escaping is undone for any bytes', () => {
    fc.assert(
      fc.property(fc.uint8Array({ minLength: 1, maxLength: 100 }), (bytes) => {
        const rules = parseRules(answer(pair(Buffer.of(1, 1), escape(bytes))));
        expect(hex(rules?.block ?? Buffer.alloc(0))).toBe(hex(bytes));
      }),
    );
  });
});

/**
 * Malformed datagrams and frames in a flood: nothing is thrown, nothing stalls, memory stays flat, and the
 * roster is the server's own afterwards. `npm run test:long -- fuzz` feeds a million of each.
 */
import { expect, test } from 'vitest';
import { ask, type QueryResult } from '../../src/host/connectors/a2s/query.ts';
import { parseInfo } from '../../src/host/connectors/a2s/info.ts';
import { parseDatagram, type Question } from '../../src/host/connectors/a2s/packet.ts';
import { parsePlayerList as parseQueryPlayers } from '../../src/host/connectors/a2s/players.ts';
import { parseModBlock, parseRules } from '../../src/host/connectors/a2s/rules.ts';
import { SplitAssembly } from '../../src/host/connectors/a2s/split.ts';
import { statusOf } from '../../src/host/connectors/a2s/status.ts';
import { readGameList } from '../../src/domain/bans/game-list.ts';
import {
  parseAdmins,
  parseMissions,
  parsePlayers,
} from '../../src/host/connectors/battleye/answers.ts';
import { parseServerMessage } from '../../src/host/connectors/battleye/messages.ts';
import { parseConsoleLine } from '../../src/host/connectors/rust/lines.ts';
import {
  parseChat,
  parseChatTail,
  parseConsoleTail,
  parsePlayerList,
  parseReport,
  parseServerInfo,
} from '../../src/host/connectors/rust/payloads.ts';
import { Random } from '../../src/sim/random.ts';
import { Besieged } from './besieged.ts';
import { drive, type FuzzFigures } from './drive.ts';
import { Mutator } from './mutator.ts';
import { battleyePackets, framed, queryAnswers, rustFrames } from './valid.ts';
import { BATTLEYE_WORDS, RUST_WORDS } from './words.ts';

const long = process.env['MUSTER_LONG'] !== undefined;
const MILLION = long ? 1_000_000 : 4_000;
const EVERY = long ? 20_000 : 1_000;
const rest = { every: EVERY, run: () => Promise.resolve() };
const SEED = 20_261_121;
const NOWHERE = { ip: null, port: null };

function print(name: string, figures: FuzzFigures): void {
  if (long) process.stdout.write(`${name}: ${JSON.stringify(figures)}\n`);
  expect(figures.inputs).toBe(MILLION);
}

test('BattlEye datagrams with faults change nothing, since their checksum is wrong', async () => {
  const besieged = await Besieged.begin('DAYZ', SEED);
  const mutator = new Mutator(new Random(SEED), battleyePackets(), BATTLEYE_WORDS);
  const before = JSON.stringify(besieged.connector.roster());
  const figures = await drive({
    inputs: MILLION,
    next: () => broken(mutator),
    feed: (data) => besieged.slipDatagram(data),
    pause: {
      every: EVERY,
      run: async () => {
        expect(JSON.stringify(besieged.connector.roster())).toBe(before);
      },
    },
  });
  await besieged.heal();
  await besieged.end();
  print('BattlEye datagrams, checksum wrong', figures);
});

test('BattlEye datagrams with faults in what is checked do no lasting harm', async () => {
  const besieged = await Besieged.begin('ARMA3', SEED);
  const random = new Random(SEED + 1);
  const mutator = new Mutator(random, battleyePackets(), BATTLEYE_WORDS);
  const figures = await drive({
    inputs: MILLION,
    next: () => {
      const valid = Buffer.from(mutator.mutated().subarray(7));
      if (valid.length > 1) valid[1] = random.int(0, 255);
      const head = Buffer.of(random.int(1, 2), random.int(0, 255));
      const body = random.chance(0.5) ? valid : Buffer.concat([head, Buffer.from(mutator.words())]);
      return framed(body);
    },
    feed: (data) => besieged.slipDatagram(data),
    pause: {
      every: EVERY,
      run: async () => {
        await besieged.heal();
        // Numbers that are waited for, so that answers and their parts meet somebody.
        for (let open = 0; open < 8; open += 1) {
          void besieged.connector.run({ action: 'RAW', command: 'bans' });
        }
      },
    },
  });
  await besieged.end();
  expect(besieged.told.get('join')).toBeGreaterThan(30);
  print('BattlEye datagrams, checksum right', figures);
});

test('texts of BattlEye with faults are read without harm', async () => {
  const mutator = new Mutator(new Random(SEED + 2), battleyePackets(), BATTLEYE_WORDS);
  const known = [
    { slot: 0, name: 'Bob' },
    { slot: 1, name: 'Bob: hi (Lobby)' },
    { slot: 7, name: '' },
  ];
  const figures = await drive({
    inputs: MILLION,
    next: () =>
      mutator.random.chance(0.5) ? mutator.words() : mutator.mutated().subarray(9).toString('utf8'),
    feed: (text) => {
      parseServerMessage(text, known);
      const table = parsePlayers(text);
      if (table?.complete === true) expect(table.rows.length).toBe(table.total);
      readGameList('battleye', `GUID Bans:\n${text}`, 0);
      readGameList('webrcon', `1 76561190000000001 "${text}`, 0);
      parseAdmins(text);
      parseMissions(text);
    },
    pause: rest,
  });
  print('BattlEye texts', figures);
});

test.each(['info', 'players', 'rules'] as const)(
  'answers to A2S %s with faults are read without harm',
  async (question: Question) => {
    const random = new Random(SEED + 3);
    const mutator = new Mutator(random, queryAnswers(), BATTLEYE_WORDS);
    const assembly = new SplitAssembly();
    let open = 0;
    let receive: (data: Uint8Array) => void = () => undefined;
    const openSocket: Parameters<typeof ask>[2]['openSocket'] = (_endpoint, handlers) => {
      receive = (data) => handlers.onDatagram(data);
      open += 1;
      return { send: () => undefined, close: () => (open -= 1) };
    };
    const clock = { now: () => 0, elapsed: () => 0, after: () => () => undefined };
    let asking: { readonly result: Promise<QueryResult>; readonly cancel: () => void } | null =
      null;
    const figures = await drive({
      inputs: MILLION,
      next: () => (random.chance(0.9) ? mutator.mutated() : mutator.noise()),
      feed: (data) => {
        if (random.chance(0.05)) {
          asking?.cancel();
          asking = ask(
            { address: 'x', port: 1 },
            question,
            { clock, openSocket },
            { timeout: 1, again: 1_000, limit: 3_000 },
          );
        }
        receive(data);
        const datagram = parseDatagram(data);
        const answer =
          datagram?.kind === 'part' ? assembly.accept(datagram.part) : datagram?.answer;
        if (answer === null || answer === undefined) return;
        readAnswer(answer);
      },
      pause: rest,
    });
    expect(open).toBeLessThanOrEqual(1);
    print(`A2S ${question}`, figures);
  },
);

test('frames of WebRCON with faults do no lasting harm', async () => {
  const besieged = await Besieged.begin('RUST', SEED);
  const random = new Random(SEED + 4);
  const mutator = new Mutator(random, rustFrames(), RUST_WORDS);
  const figures = await drive({
    inputs: MILLION,
    next: () => {
      if (random.chance(0.5)) return mutator.mutated().toString('utf8');
      const Identifier = random.pick([0, 0, 0, -1, 1_001, 1_010, 2 ** 31, 1.5]);
      const Type = random.pick(['Generic', 'Chat', 'Report', 3, null]);
      return JSON.stringify({ Identifier, Message: mutator.words(), Type });
    },
    feed: (text) => besieged.slipMessage(text),
    pause: { every: 2 * EVERY, run: () => besieged.heal() },
  });
  await besieged.end();
  expect(besieged.told.get('console')).toBeGreaterThan(100);
  print('WebRCON frames', figures);
});

test("lines and payloads of Rust's console with faults are read without harm", async () => {
  const random = new Random(SEED + 5);
  const mutator = new Mutator(random, rustFrames(), RUST_WORDS);
  const known = [
    { name: 'Bob', steamId: '76561190000000001', ip: '203.0.113.7', port: 56_350 },
    { name: 'x joined [windows/76561190000000002]', steamId: '76561190000000002', ...NOWHERE },
    { name: '', steamId: '76561190000000003', ...NOWHERE },
  ];
  const figures = await drive({
    inputs: MILLION,
    next: () => (random.chance(0.5) ? mutator.words() : mutator.mutated().toString('utf8')),
    feed: (text) => {
      parseConsoleLine(text, known);
      parseChat(text);
      parseChatTail(text);
      parseConsoleTail(text);
      parsePlayerList(text);
      parseReport(text);
      parseServerInfo(text);
    },
    pause: rest,
  });
  print('Rust lines and payloads', figures);
});

/** A datagram that is none any more. One in four thousand million would be by chance. */
function broken(mutator: Mutator): Buffer {
  const bytes = mutator.random.chance(0.8) ? mutator.mutated() : mutator.noise();
  const copy = Buffer.from(bytes);
  if (copy.length > 5) copy[2] = (copy[2] ?? 0) ^ 0x5a;
  return copy;
}

function readAnswer(answer: Uint8Array): void {
  const info = parseInfo(answer);
  if (info !== null) {
    for (const game of ['DAYZ', 'ARMA3', 'RUST', 'GENERIC'] as const) {
      const { players, slots, queue } = statusOf(info, game).population;
      for (const figure of [players, slots, queue]) {
        if (figure !== null && !(figure >= 0)) throw new RangeError(`A figure of ${figure}`);
      }
    }
  }
  parseQueryPlayers(answer);
  const block = parseRules(answer)?.block ?? null;
  if (block === null) return;
  parseModBlock(block, 'dayz');
  parseModBlock(block, 'arma3');
}

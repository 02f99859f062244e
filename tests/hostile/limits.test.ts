/**
 * Inputs around every limit, at every entrance: none is thrown over, none stalls.
 * `npm run test:long -- hostile/limits` feeds a thousand of each, and lets none hold the event loop for over 50 ms
 * by the clock, without what the machine took.
 */
import { expect, test } from 'vitest';
import { z } from 'zod';
import { RecordingReader } from '../../src/domain/recordings/read.ts';
import { LIMITS } from '../../src/host/connectors/limits.ts';
import { LOG_KIND } from '../../src/protocol/enumerations.ts';
import { LogReader } from '../../src/host/connectors/logs/log-reader.ts';
import { Zone } from '../../src/domain/zone.ts';
import { ask } from '../../src/host/connectors/a2s/query.ts';
import { parseInfo } from '../../src/host/connectors/a2s/info.ts';
import { parsePlayerList } from '../../src/host/connectors/a2s/players.ts';
import { parseModBlock, parseRules } from '../../src/host/connectors/a2s/rules.ts';
import { statusOf } from '../../src/host/connectors/a2s/status.ts';
import { HostError } from '../../src/host/calls/host-error.ts';
import { refuseInvalid } from '../../src/host/calls/invalid-request.ts';
import { BODY_BOUNDS } from '../../src/host/http/json-body.ts';
import { checkValueBounds } from '../../src/host/calls/value-bounds.ts';
import { readMessage } from '../../src/host/realtime/read-message.ts';
import { SOCKET_LIMITS } from '../../src/host/realtime/sockets.ts';
import { CALLS } from '../../src/protocol/calls.ts';
import { beyondBounds } from '../../src/protocol/json-bounds.ts';
import { Random } from '../../src/sim/random.ts';
import { Besieged } from './besieged.ts';
import { drive } from './drive.ts';
import { Extremes, worstOf } from './extremes.ts';
import { framed } from './valid.ts';
import { BATTLEYE_WORDS, LOG_WORDS, RUST_WORDS } from './words.ts';

const long = process.env['MUSTER_LONG'] !== undefined;
const INPUTS = long ? 1_000 : 150;
const SEED = 20_261_122;
/** The largest datagram of IPv4, bytes. */
const DATAGRAM = 65_507;
const BODY = 65_536;
/** Characters of a line of a recording; a keyframe of a hundred servers has some. */
const LINE = 262_144;
/** A line that nobody wrote, of brackets alone. */
const NESTED = worstOf(8 * 1_048_576).slice(0, 3);
const WALL = CALLS.wallUpdate.bodyLimit ?? 0;
const rest = { every: INPUTS, run: () => Promise.resolve() };

async function feed<Input>(
  name: string,
  next: () => Input,
  take: (input: Input) => void,
  worst: readonly Input[] = [],
): Promise<void> {
  const first = [...worst];
  const inputs = INPUTS + worst.length;
  const figures = await drive({
    inputs,
    next: () => asReceived(first.shift() ?? next()),
    feed: take,
    pause: rest,
  });
  if (long) process.stdout.write(`${name}: ${JSON.stringify(figures)}\n`);
  expect(figures.inputs).toBe(inputs);
}

/** What is put together of pieces is read far slower than what came in one. */
function asReceived<Input>(input: Input): Input {
  return typeof input === 'string' ? (Buffer.from(input).toString() as Input & string) : input;
}

test('datagrams of BattlEye', async () => {
  const besieged = await Besieged.begin('DAYZ', SEED);
  const random = new Random(SEED);
  const extremes = new Extremes(random, BATTLEYE_WORDS);
  await feed(
    'BattlEye',
    () => {
      const text = Buffer.from(extremes.text(DATAGRAM - 20)).subarray(0, DATAGRAM - 20);
      const head = random.chance(0.6)
        ? Buffer.of(2, random.int(0, 255))
        : Buffer.of(1, random.int(0, 40), 0, random.int(1, 4), random.int(0, 3));
      return framed(Buffer.concat([head, text]));
    },
    (data) => besieged.slipDatagram(data),
  );
  await besieged.heal();
  await besieged.end();
});

test('answers to A2S', async () => {
  const random = new Random(SEED + 1);
  const extremes = new Extremes(random, [
    '\0',
    '\u0001\u0002\0',
    'lqs9',
    'mp9',
    ',',
    'shard',
    'cp',
  ]);
  let receive: (data: Uint8Array) => void = () => undefined;
  const openSocket: Parameters<typeof ask>[2]['openSocket'] = (_endpoint, handlers) => {
    receive = (data) => handlers.onDatagram(data);
    return { send: () => undefined, close: () => undefined };
  };
  const clock = { now: () => 0, elapsed: () => 0, after: () => () => undefined };
  await feed(
    'A2S',
    () => {
      const type = random.pick([0x49, 0x44, 0x45, 0x41]);
      const body = Buffer.from(extremes.text(DATAGRAM - 20), 'utf8').subarray(0, DATAGRAM - 20);
      const split = random.chance(0.5);
      const head = split
        ? [0xfe, 0xff, 0xff, 0xff, 1, 0, 0, 0, random.int(1, 255), random.int(0, 254), 0, 0]
        : [0xff, 0xff, 0xff, 0xff, type];
      return Buffer.concat([Buffer.from(head), body]);
    },
    (data) => {
      ask(
        { address: 'x', port: 1 },
        'info',
        { clock, openSocket },
        { timeout: 1, again: 1_000, limit: 3_000 },
      );
      receive(data);
      const answer = data.subarray(4);
      const info = parseInfo(answer);
      if (info !== null)
        for (const game of ['DAYZ', 'ARMA3', 'RUST'] as const) statusOf(info, game);
      parsePlayerList(answer);
      const block = parseRules(answer)?.block ?? answer;
      parseModBlock(block, 'dayz');
      parseModBlock(block, 'arma3');
    },
  );
});

test('frames of WebRCON', async () => {
  const besieged = await Besieged.begin('RUST', SEED);
  const random = new Random(SEED + 2);
  const extremes = new Extremes(random, RUST_WORDS);
  await feed(
    'WebRCON',
    () => {
      const most = random.chance(0.2) ? LIMITS.message : random.pick([LIMITS.line, BODY]);
      const Message = extremes.text(most).slice(0, most);
      if (random.chance(0.3)) return Message;
      const Identifier = random.pick([0, 0, -1, 1_001, 1_010]);
      const Type = random.pick(['Generic', 'Chat', 'Report']);
      return JSON.stringify({ Identifier, Message, Type }).slice(0, LIMITS.message);
    },
    (text) => besieged.slipMessage(text),
    [
      ...worstOf(LIMITS.message),
      ...[LIMITS.said, LIMITS.message].flatMap((most) =>
        worstOf(most).map((text) => {
          return JSON.stringify({ Identifier: -1, Message: text, Type: 'Chat' });
        }),
      ),
    ],
  );
  await besieged.heal();
  await besieged.end();
});

test.each(LOG_KIND)('lines of %s', async (kind) => {
  const extremes = new Extremes(new Random(SEED + 3), LOG_WORDS);
  const reader = new LogReader(kind, new Zone('UTC'));
  reader.line('AdminLog started on 2026-01-01 at 00:00:00');
  reader.line('Current time: 2026/01/01 00:00:00');
  await feed(
    kind,
    () => extremes.text(extremes.random.chance(0.9) ? LIMITS.logLine : 1_048_576),
    (line) => reader.line(line),
  );
});

test('bodies of requests', async () => {
  const extremes = new Extremes(new Random(SEED + 4), [
    '"a":',
    '"acsrf_token":',
    'null',
    ',',
    '{}',
  ]);
  const schemas = Object.values(CALLS).flatMap(({ body }) =>
    body instanceof z.ZodType ? [body] : [],
  );
  expect(schemas.length).toBeGreaterThan(20);
  await feed(
    'bodies',
    () => extremes.text(BODY).slice(0, BODY),
    (text) => {
      let body: unknown;
      if (beyondBounds(text, BODY_BOUNDS) !== null) return;
      try {
        body = JSON.parse(extremes.random.chance(0.5) ? text : JSON.stringify({ a: text }));
      } catch {
        return;
      }
      try {
        checkValueBounds(body, 'body');
        const parsed = extremes.random.pick(schemas).safeParse(body);
        if (!parsed.success) refuseInvalid(parsed.error, 'body');
      } catch (error) {
        if (!(error instanceof HostError)) throw error;
        expect(JSON.stringify(error.fields).length).toBeLessThan(20_000);
      }
    },
    worstOf(WALL),
  );
});

test('messages of the websocket', async () => {
  const random = new Random(SEED + 5);
  const extremes = new Extremes(random, ['"type":"hello"', '"cursors":{', '"topics":[', ',', '1']);
  await feed(
    'websocket',
    () => {
      const text = extremes.text(BODY);
      if (random.chance(0.5)) return text;
      const cursors = Object.fromEntries(
        Array.from({ length: random.int(0, 20_000) }, (_, at) => [`server/${at}/list`, at]),
      );
      return JSON.stringify({ type: random.pick(['hello', 'subscribe', 'cursors']), cursors });
    },
    (text) => {
      for (const expected of ['hello', 'cursors', 'other'] as const) readMessage(text, expected);
    },
    worstOf(SOCKET_LIMITS.message),
  );
});

test('lines of recordings', async () => {
  const extremes = new Extremes(new Random(SEED + 6), [
    '"kind":',
    '"event":',
    '"rows":[',
    ',',
    '1',
  ]);
  const reader = new RecordingReader();
  let line = 0;
  await feed(
    'recordings',
    () => extremes.text(LINE),
    (text) => {
      line += 1;
      reader.read(text, line);
    },
    [...NESTED, ...worstOf(LINE)],
  );
});

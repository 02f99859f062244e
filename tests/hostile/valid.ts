/** What simulated servers really send, to put faults in. */
import { QueryServer } from '../../src/sim/a2s/query-server.ts';
import type { QueryView } from '../../src/sim/a2s/view.ts';
import {
  answerPackets,
  framePacket,
  loginAnswer,
  messagePacket,
} from '../../src/sim/battleye/packet.ts';
import { BATTLEYE_WORDS } from './words.ts';

const GUID = '9077d2f5d2e6b2f1a3a1c0ffee000258';

/** A datagram of BattlEye around `body`, with the right checksum. */
export function framed(body: Uint8Array): Buffer {
  return framePacket(body);
}

export function battleyePackets(): readonly Buffer[] {
  const rows = Array.from(
    { length: 30 },
    (_, slot) =>
      `${String(slot).padEnd(3)} 203.0.113.${slot}:2304      62   ${GUID}(OK) Игрок ${slot}`,
  );
  const table = [
    'Players on server:',
    '[#] [IP Address]:[Port] [Ping] [GUID] [Name]',
    '-'.repeat(50),
    ...rows,
    '(30 players in total)',
  ].join('\n');
  const lines = [
    ...[0, 3, 7, 19, 25].flatMap((slot) => [
      `Player #${slot} Bob (203.0.113.${slot}:2304) connected`,
      `Player #${slot} Bob - BE GUID: ${GUID}`,
      `Verified GUID (${GUID}) of player #${slot} Bob`,
      `Player #${slot} Person ${slot + 1} disconnected`,
    ]),
    `Player #3 Bob (${GUID}) has been kicked by BattlEye: Admin Kick (rude)`,
    'Player #3 Bob disconnected',
    '(Global) Bob: hello',
    'RCon admin #0: (Global) hello',
    ...BATTLEYE_WORDS,
  ];
  return [
    loginAnswer(true),
    ...lines.map((line, seq) => messagePacket(seq, line)),
    ...Array.from({ length: 8 }, (_, seq) => answerPackets(seq, table, 200 + 100 * seq)).flat(),
    ...answerPackets(9, '', 1_000),
  ];
}

export function queryAnswers(): readonly Buffer[] {
  const view: QueryView = {
    game: 'DAYZ',
    name: 'Woods',
    map: 'chernarusplus',
    gamePort: 2302,
    slots: 60,
    players: Array.from({ length: 40 }, (_, at) => ({
      name: `Игрок ${at}`,
      score: at,
      seconds: at,
    })),
    padding: 0,
    queue: 4,
    timeOfDay: 900,
    acceleration: { day: 4, night: 6 },
    locked: false,
    wipedAt: 0,
    uptimeSeconds: 60,
    mods: [
      { name: 'CF ÿ', workshopId: 1_559_212_036 },
      { name: 'x'.repeat(180), workshopId: 0x01ff_0002 },
    ],
  };
  return (['DAYZ', 'ARMA2', 'ARMA3'] as const).flatMap((game) =>
    [undefined, 150].flatMap((splitAbove) => {
      const options = { view: () => ({ ...view, game }), now: () => 0, secret: 'x', splitAbove };
      const server = new QueryServer(options);
      const info = Buffer.from('\xff\xff\xff\xffTSource Engine Query\0', 'latin1');
      const [challenge = Buffer.of()] = server.receive(info, 'a');
      const word = challenge.subarray(5);
      const asked = [info, Buffer.from('ffffffff55', 'hex'), Buffer.from('ffffffff56', 'hex')];
      const answers = asked.flatMap((head) => server.receive(Buffer.concat([head, word]), 'a'));
      // The flag of a compressed answer, which no engine of these games sets.
      const compressed = answers.slice(0, 2).map((bytes) => {
        const copy = Buffer.from(bytes);
        copy[7] = (copy[7] ?? 0) | 0x80;
        return copy;
      });
      return [challenge, ...answers, ...compressed];
    }),
  );
}

export function rustFrames(): readonly Buffer[] {
  const steamId = '76561190000000001';
  const frame = (Identifier: number, Message: unknown, Type = 'Generic') => ({
    Identifier,
    Message: typeof Message === 'string' ? Message : JSON.stringify(Message),
    Type,
    Stacktrace: '',
  });
  const chat = { Channel: 0, Message: 'hola', UserId: steamId, Username: 'Bob', Time: 1 };
  const row = { SteamID: steamId, DisplayName: 'Bob', Ping: 40, Address: '203.0.113.7:1' };
  const lines = [
    `203.0.113.7:56350/${steamId}/Bob joined [windows/${steamId}]`,
    `Bob with steamid ${steamId} joined from ip 203.0.113.7:19008`,
    `Bob[${steamId}] has spawned`,
    `203.0.113.7:56350/${steamId}/Bob disconnecting: closing`,
    `[CHAT] Bob[${steamId}] : text`,
    `Bob[${steamId}] was killed by Eve[76561190000000002]`,
    `Bob[${steamId}] was killed by minicopter.entity (entity) at (968.1, 24.7, -1792.2)`,
    `[EAC] Kicking ${steamId} / Bob (Authentication timed out (1/2))`,
  ];
  const frames = [
    ...lines.map((line) => frame(0, line)),
    frame(-1, chat, 'Chat'),
    frame(-1, { ...chat, UserId: '0', Username: 'SERVER', Message: 'Kicking Bob (rude)' }, 'Chat'),
    frame(-1, { PlayerName: 'Bob', TargetName: 'Eve', Subject: 'x', Message: 'y' }, 'Report'),
    frame(1_001, [row, { ...row, SteamID: '76561190000000002' }]),
    frame(1_002, { Hostname: 'x', MaxPlayers: 100, Players: 2, Queued: 0, Joining: 0, Uptime: 60 }),
    frame(1_003, [{ Message: lines[0], Type: 'Generic', Time: 1 }]),
    frame(1_004, [chat, chat]),
    frame(1_005, ''),
  ];
  const payloads = frames.map(({ Message }) => Message);
  return [...frames.map((one) => JSON.stringify(one)), ...payloads].map((text) =>
    Buffer.from(text),
  );
}

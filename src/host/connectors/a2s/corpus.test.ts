/**
 * Recorded query answers, served again over UDP: ours and gamedig's reading of them side by side.
 * Skipped where the recordings are absent.
 */
import { createSocket, type Socket } from 'node:dgram';
import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { GameDig, type QueryResult } from 'gamedig';
import { afterAll, describe, expect, test } from 'vitest';
import { systemPorts } from '../udp.ts';
import { parseInfo } from './info.ts';
import { parseArmaKeywords, parseDayzKeywords, parseRustKeywords } from './keywords.ts';
import { ANSWER_TYPE, parseDatagram, type Question } from './packet.ts';
import { parsePlayerList } from './players.ts';
import { ask } from './query.ts';
import { parseModBlock, parseRules, type Rules } from './rules.ts';

const corpus = process.env['MUSTER_CORPUS'];
const folder = join(corpus ?? '', 'a2s');
const files = corpus === undefined ? [] : readdirSync(folder).toSorted();

const GAMEDIG_TYPES: readonly (readonly [string, string])[] = [
  ['armedassault2oa', 'a2oa'],
  ['arma', 'arma3'],
  ['armedassault3', 'arma3'],
  ['dayzmod', 'dayzmod'],
  ['dayz', 'dayz'],
  ['rust', 'rust'],
];
const REQUEST: Readonly<Record<number, Question>> = {
  0x54: 'info',
  0x55: 'players',
  0x56: 'rules',
};

type Capture = Partial<Record<Question, Uint8Array>>;

function capture(file: string): Capture {
  const answers: Capture = {};
  for (const line of readFileSync(join(folder, file), 'utf8').split('\n')) {
    if (line === '' || line.startsWith('#')) continue;
    const datagram = Buffer.from(line.trim(), 'hex');
    const parsed = parseDatagram(datagram);
    if (parsed?.kind !== 'whole') throw new Error(`${file} has a datagram of another kind`);
    for (const question of ['info', 'players', 'rules'] as const) {
      if (parsed.answer[0] === ANSWER_TYPE[question]) answers[question] = datagram;
    }
  }
  return answers;
}

const sockets: Socket[] = [];
afterAll(() => {
  for (const socket of sockets) socket.close();
});

/** Serves a capture on a free port of loopback. */
async function serve(answers: Capture): Promise<number> {
  const socket = createSocket('udp4');
  sockets.push(socket);
  socket.on('message', (data, from) => {
    const question = REQUEST[data[4] ?? 0];
    const answer = question === undefined ? undefined : answers[question];
    if (answer !== undefined) socket.send(answer, from.port, from.address);
  });
  socket.bind(0, '127.0.0.1');
  await once(socket, 'listening');
  return socket.address().port;
}

async function asked(port: number, question: Question): Promise<Uint8Array> {
  const result = await ask({ address: '127.0.0.1', port }, question, systemPorts, {
    timeout: 2_000,
    again: 2_000,
    limit: 6_000,
  }).result;
  if (!result.ok) throw new Error(result.kind);
  return result.answer;
}

interface GamedigRaw {
  readonly appId: number;
  readonly folder: string;
  readonly steamid?: string;
  readonly tags?: readonly string[];
  readonly numbots: number;
  readonly players: readonly {
    readonly name: string;
    readonly score: number;
    readonly time: number;
  }[];
  readonly rules?: Readonly<Record<string, string>>;
}

function gamedig(file: string, port: number, answers: Capture): Promise<QueryResult> {
  const type = GAMEDIG_TYPES.find(([start]) => file.startsWith(start))?.[1] ?? 'protocol-valve';
  return GameDig.query({
    type,
    host: '127.0.0.1',
    port,
    givenPortOnly: true,
    requestPlayers: answers.players !== undefined,
    requestRules: answers.rules !== undefined,
  });
}

/** Keywords that the game's reader leaves without meaning. */
function unread(file: string, keywords: string): readonly string[] {
  if (file.startsWith('rust')) return parseRustKeywords(keywords).other;
  if (file.startsWith('dayz_')) return parseDayzKeywords(keywords).other;
  return parseArmaKeywords(keywords).other;
}

describe.skipIf(corpus === undefined)('recorded A2S answers', () => {
  test.each(files)('%s: gamedig agrees', async (file) => {
    const answers = capture(file);
    const port = await serve(answers);
    const info = parseInfo(await asked(port, 'info'));
    if (info === null) throw new Error('INFO was not read');
    const theirs = await gamedig(file, port, answers);
    const raw = theirs.raw as unknown as GamedigRaw;
    const rust = parseRustKeywords(info.keywords);
    expect({
      name: info.name,
      map: info.map,
      version: info.version,
      password: info.passwordProtected,
      players: file.startsWith('rust') ? (rust.players ?? info.players) : info.players,
      slots: file.startsWith('rust') ? (rust.slots ?? info.slots) : info.slots,
      bots: info.bots,
      appId: info.appId,
      folder: info.folder,
      steamId: info.serverSteamId,
      keywords: info.keywords,
    }).toEqual({
      name: theirs.name,
      map: theirs.map,
      version: theirs.version,
      password: theirs.password,
      players: theirs.numplayers,
      slots: theirs.maxplayers,
      bots: raw.numbots,
      appId: raw.appId,
      folder: raw.folder,
      steamId: raw.steamid ?? null,
      keywords: raw.tags?.join(',') ?? '',
    });
    const known = file.startsWith('rust')
      ? /^(oxide|modded|ptrak|gm\w+|cs\d+|ts\d+|stok|h\w+|[$^])/
      : /^$/;
    expect(unread(file, info.keywords).filter((tag) => !known.test(tag))).toEqual([]);

    if (answers.players !== undefined) {
      const players = parsePlayerList(await asked(port, 'players')) ?? [];
      expect(players.map(({ name, score, duration }) => ({ name, score, time: duration }))).toEqual(
        raw.players,
      );
    }
    if (answers.rules !== undefined) {
      const rules = parseRules(await asked(port, 'rules'));
      expect(rules).not.toBeNull();
      for (const [key, value] of rules?.plain ?? []) expect(raw.rules?.[key]).toBe(value);
    }
  });

  test('every mod block is read to its end', () => {
    const read: string[] = [];
    for (const file of files) {
      const { rules: datagram } = capture(file);
      if (datagram === undefined) continue;
      const rules: Rules | null = parseRules(datagram.subarray(4));
      if (rules?.block === null || rules === null) continue;
      const block = parseModBlock(rules.block, 'arma3');
      expect({ file, read: block !== null }).toEqual({ file, read: true });
      const mods = block?.mods.map((mod) => `${mod.name} ${mod.workshopId ?? ''}`.trim());
      read.push(`${file}: ${mods?.join(', ') ?? ''}; signed by ${block?.signatures.join(', ')}`);
    }
    process.stdout.write(`mod blocks: ${read.length}\n${read.join('\n')}\n`);
    expect(read.length).toBeGreaterThan(0);
  });

  test('a recording that is missing would be noticed', () => {
    process.stdout.write(`query captures: ${files.length}\n`);
    expect(files.length).toBeGreaterThan(20);
  });
});

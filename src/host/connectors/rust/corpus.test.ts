/** What real Rust servers said, read without a line left over. Skipped where the recordings are absent. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { parseInfo } from '../a2s/info.ts';
import { statusOf } from '../a2s/status.ts';
import type { GameFact, RconTarget } from '../contract.ts';
import { FakeNetwork, ManualClock } from '../doubles.ts';
import { RustConnector } from './connector.ts';
import { parseConsoleLine } from './lines.ts';
import { parsePlayerList } from './payloads.ts';

const corpus = process.env['MUSTER_CORPUS'];

const read = (...path: readonly string[]) => readFileSync(join(corpus ?? '', ...path), 'utf8');
const linesOf = (...path: readonly string[]) =>
  read(...path)
    .split(/\r?\n/)
    .filter((line) => line !== '');

function print(title: string, counts: ReadonlyMap<string, number>): void {
  process.stdout.write(`${title}: ${JSON.stringify(Object.fromEntries(counts))}\n`);
}

function count(counts: Map<string, number>, what: string): void {
  counts.set(what, (counts.get(what) ?? 0) + 1);
}

interface Recorded {
  readonly dir: 'send' | 'recv' | 'close';
  readonly code?: number;
  readonly frame: { readonly Identifier: number; readonly Message: string; readonly Type?: string };
}

const TARGET: RconTarget = {
  game: 'RUST',
  host: '192.0.2.1',
  gamePort: 28015,
  queryPort: null,
  rcon: { port: 28016, password: 'secret' },
};

describe.skipIf(corpus === undefined)('recorded Rust', () => {
  test('every line of the console is explained', () => {
    const counts = new Map<string, number>();
    const unexplained: string[] = [];
    for (const text of linesOf('rust', 'console_lines_dev.log')) {
      const line = parseConsoleLine(text, []);
      count(counts, line.kind === 'known' ? line.what : line.kind);
      if (line.kind === 'unexplained') unexplained.push(text);
    }
    print('console lines', counts);
    expect(unexplained).toEqual([]);
    expect(Object.fromEntries(counts)).toEqual({
      joined: 34,
      chat: 8,
      spawned: 1,
      disconnecting: 2,
      death: 8,
      event: 2,
      'invalid-position': 2,
      'eac-kick': 1,
      'entity-command': 1,
    });
  });

  test('every row of the lists is read', () => {
    const list = parsePlayerList(read('rust', 'cmd_playerlist_3players.json'));
    expect(list?.dropped).toBe(0);
    expect(list?.rows.map(({ name, ping, port }) => [name, ping, port])).toEqual([
      ['Ene07as', 25, 62608],
      ['Gabimary', 47, 18246],
      ['jka', 44, 55996],
    ]);
    // Answers that only people read: they pass through as text, line by line, and say nothing new.
    const counts = new Map<string, number>();
    for (const file of ['cmd_playerlistpos.txt', 'cmd_sleepingusers.txt']) {
      for (const line of linesOf('rust', file)) {
        const shape = /^(SteamID +DisplayName|\d{17} |\d{17}:|\d+ sleeping users$)/.exec(line)?.[1];
        count(counts, `${file}: ${shape?.replaceAll(/\d+/g, 'N') ?? 'unexplained'}`);
        expect(parseConsoleLine(line, []).kind).toBe('unexplained');
      }
    }
    print('tables for people', counts);
    expect([...counts.keys()].filter((key) => key.endsWith('unexplained'))).toEqual([]);
  });

  test('a whole session, frame by frame, through the connector', async () => {
    const clock = new ManualClock(Date.UTC(2026, 8, 26, 13, 0, 45));
    const network = new FakeNetwork(clock);
    const session = linesOf('rust', 'webrcon_vanilla_2026-09.jsonl').map(
      (line) => JSON.parse(line) as Recorded,
    );
    const sends = session.filter(({ dir }) => dir === 'send');
    const ends = session.some(({ dir }) => dir === 'close');
    const answerOf = (message: string) =>
      session.find(
        ({ dir, frame }) =>
          dir === 'recv' &&
          frame.Identifier ===
            sends.find((sent) => sent.frame.Message === message)?.frame.Identifier,
      )?.frame;
    const played: Recorded[] = [];
    network.web.listen(
      { address: TARGET.host, port: TARGET.rcon.port },
      {
        admit: () => null,
        onClose: () => undefined,
        onMessage: (peer, text) => {
          const asked = JSON.parse(text) as Recorded['frame'];
          const reply = (frame: Recorded['frame'], Identifier = frame.Identifier) =>
            peer.send(JSON.stringify({ ...frame, Identifier }));
          // The connector's own questions are answered as the server answered them when asked.
          const own = answerOf(asked.Message);
          const next = session[played.length];
          if (next?.frame.Message !== asked.Message || next.dir !== 'send') {
            if (asked.Message.includes('.tail')) reply({ ...asked, Message: '[]' });
            else if (own !== undefined) reply(own, asked.Identifier);
            return;
          }
          played.push(next);
          for (let at = played.length; session[at]?.dir === 'recv'; at += 1) {
            const { frame } = session[at] as Recorded;
            const mine = frame.Identifier === next.frame.Identifier;
            reply(frame, mine ? asked.Identifier : frame.Identifier);
            played.push(session[at] as Recorded);
          }
          const end = session[played.length];
          if (end?.dir !== 'close') return;
          played.push(end);
          peer.close(end.code ?? 1006);
        },
      },
    );
    const facts: GameFact[] = [];
    const connector = new RustConnector(TARGET, network.ports(), (fact) => facts.push(fact));
    connector.start();
    await clock.advance(1_000);
    const results = new Map<string, number>();
    for (const { frame } of sends) {
      const running = connector.run({ action: 'RAW', command: frame.Message });
      await clock.advance(5_000);
      const result = await running;
      count(results, result.ok ? 'answered' : result.kind);
      const silent = ['orden-que-no-existe'].includes(frame.Message);
      expect([frame.Message, result.ok]).toEqual([
        frame.Message,
        !silent && frame.Message !== 'quit',
      ]);
    }
    print('recorded session', results);
    expect(played).toHaveLength(session.length);
    expect(ends).toBe(true);
    expect(Object.fromEntries(results)).toEqual({ answered: sends.length - 2, 'no-answer': 2 });

    const heard = facts.flatMap((fact) =>
      fact.kind === 'console' && fact.direction === 'in' ? [fact.text] : [],
    );
    expect(heard).toEqual([
      'Checking for new Steam Item Definitions..',
      'RCON: IP 127.0.0.1 attempted to connect with incorrect password.',
    ]);
    const unexplained = facts.filter(
      (fact) =>
        fact.kind === 'console' &&
        fact.direction === 'in' &&
        parseConsoleLine(fact.text, []).kind === 'unexplained',
    );
    expect(unexplained).toEqual([]);
    expect(facts.filter(({ kind }) => kind === 'admin')).toMatchObject([
      { did: 'message-public', text: 'Hola desde la prueba' },
    ]);
    expect(facts.find(({ kind }) => kind === 'environment')).toMatchObject({
      map: 'Procedural Map',
      version: '2633',
      time: '09:01',
    });
    expect(
      facts.filter(({ kind }) => kind === 'state').map((fact) => 'state' in fact && fact.state),
    ).toContain('DISCONNECTED');
    await connector.stop();
  });

  test('each recorded status of a query port has the counts of its keywords', () => {
    const statusIn = (file: string) => {
      const datagram = linesOf('a2s', file)
        .filter((line) => /^[0-9a-f]+$/i.test(line))
        .map((line) => Buffer.from(line, 'hex'))
        .find((bytes) => bytes[4] === 0x49);
      const info = datagram === undefined ? null : parseInfo(datagram.subarray(4));
      return info === null ? null : statusOf(info, 'RUST');
    };
    expect(statusIn('rust_qubiq_vanilla_2026-09.hex')).toMatchObject({
      population: { players: 0, slots: 4, queue: 0 },
      wipedAt: 1_790_427_613_000,
    });
    for (const file of [
      'rust_1_2015-02-26.hex',
      'rust_2_2015-02-26.hex',
      'rust_2_2016-01-12.hex',
      'rust_zozo_60slots_2020-02.hex',
    ]) {
      const status = statusIn(file);
      process.stdout.write(`${file}: ${JSON.stringify(status)}\n`);
      expect(status?.population.slots).toBeGreaterThan(0);
    }
  });
});

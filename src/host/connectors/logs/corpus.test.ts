/** Recorded logs of real servers: every line has a name. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { readConsoleLine } from './arma-console.ts';
import { readAdmLine } from './dayz-adm.ts';
import { readRptLine } from './dayz-rpt.ts';
import type { LogEvent } from './log-event.ts';
import type { LogKind } from '../../../protocol/enumerations.ts';
import { LogReader, logKindOf } from './log-reader.ts';
import { Zone } from '../../../domain/zone.ts';

const corpus = process.env['MUSTER_CORPUS'];
const READ = { 'dayz-adm': readAdmLine, 'dayz-rpt': readRptLine, 'arma-console': readConsoleLine };
const FOLDERS: Readonly<Record<string, LogKind>> = {
  dayz_adm: 'dayz-adm',
  dayz_rpt: 'dayz-rpt',
  arma3_console: 'arma-console',
};

function linesOf(folder: string, file: string): readonly string[] {
  const text = readFileSync(join(corpus ?? '', folder, file), 'utf8').replace(/^\ufeff/, '');
  const lines = text.split(/\r?\n/);
  return lines.at(-1) === '' ? lines.slice(0, -1) : lines;
}

function read(folder: string, file: string, writtenAt = 0): readonly LogEvent[] {
  const lines = linesOf(folder, file);
  const kind = logKindOf(file, lines.filter((line) => line !== '').slice(0, 200));
  const reader = new LogReader(kind ?? 'dayz-adm', new Zone('UTC'));
  reader.date(lines, writtenAt);
  const events = lines.flatMap((line) => reader.line(line));
  return [...events, ...reader.flush()];
}

const counted = (events: readonly LogEvent[]) => {
  const counts: Record<string, number> = {};
  for (const { kind } of events) counts[kind] = (counts[kind] ?? 0) + 1;
  return counts;
};

it.skipIf(corpus === undefined)('every line of every recorded log has a name', () => {
  for (const [folder, kind] of Object.entries(FOLDERS)) {
    for (const file of readdirSync(join(corpus ?? '', folder)).toSorted()) {
      const counts = new Map<string, number>();
      const unexplained: string[] = [];
      for (const line of linesOf(folder, file)) {
        const { entry } = READ[kind](line);
        counts.set(entry.kind, (counts.get(entry.kind) ?? 0) + 1);
        if (entry.kind === 'unexplained') unexplained.push(line);
        if (entry.kind === 'battleye') expect(entry.message.kind).not.toBe('unexplained');
      }
      expect(unexplained).toEqual([]);
      const account = [...counts].toSorted().map(([name, count]) => `${name} ${count}`);
      process.stdout.write(`${folder}/${file}: ${account.join(', ')}\n`);
    }
  }
});

it.skipIf(corpus === undefined)('a night of DayZ tells who came, fought, died and spoke', () => {
  const events = read('dayz_adm', 'kubc_chernarus_2023-08-30.ADM');
  expect(counted(events)).toEqual({
    join: 37,
    leave: 37,
    chat: 269,
    // One of 492 hits was on a corpse.
    hit: 491,
    // Nine lines say 'died', one of somebody who was killed says 'killed by' alone.
    death: 10,
    seen: 1_046,
  });
  const deaths = events.flatMap((event) => (event.kind === 'death' ? [event.by?.cause] : []));
  expect(deaths).toEqual([
    'bled out',
    'bled out',
    'bled out',
    'Sedan_02_Red',
    undefined,
    'suicide',
    'suicide',
    'suicide',
    'suicide',
    'suicide',
  ]);
  expect(new Set(events.map(({ key }) => key)).size).toBe(events.length);
  const times = events.map(({ at }) => new Date(at).toISOString());
  expect(times[0]).toBe('2023-08-30T11:50:33.000Z');
  expect(times.every((time) => time.startsWith('2023-08-30T'))).toBe(true);
});

it.skipIf(corpus === undefined)('a log that crosses midnight goes on the next day', () => {
  const events = read('dayz_adm', 'one-life_xbox_2026-07.ADM');
  const death = events.findLast(({ kind }) => kind === 'death');
  expect(new Date(death?.at ?? 0).toISOString()).toBe('2026-07-07T00:38:10.000Z');
  expect(death?.person.bohemiaId).toBe('B576FCFA265349CC2BEC0A17E6E907B1E0ECC667');
});

it.skipIf(corpus === undefined)(
  "DayZ's engine log tells ids and the kicks of game and BattlEye",
  () => {
    const events = read('dayz_rpt', 'kubc_2023-11-18.part1.RPT');
    const ids = new Set(
      events.flatMap(({ kind, person }) =>
        kind === 'seen' ? [`${person.name} ${person.steamId ?? person.bohemiaId}`] : [],
      ),
    );
    expect([...ids].toSorted()).toEqual([
      'CheK 76561190000000001',
      'CheK 7iuQGTHBAWyDpwz1JpYc6mjnTsgcqf8t-eZ0XiEQjjc=',
      'Gedeon 76561190000000002',
      'Gedeon QsEB8BnQVgjklx-9fDNNcmovH9RQwFI0sm_CIZcujNE=',
    ]);
    const kicks = events.flatMap((event) =>
      event.kind === 'kick' ? [`${event.person.name}: ${event.by}, ${event.reason}`] : [],
    );
    // The engine forgot the name of who was not let in; the queue had told it.
    expect(kicks[0]).toBe('Gedeon: game, Время авторизации истекло. (WaitAuthPlayerLoginState)');
    expect(kicks.slice(1)).toEqual(
      Array.from({ length: 8 }, () => 'Gedeon: battleye, Query Timeout'),
    );
  },
);

it.skipIf(corpus === undefined)('a log without a day ends when its file was written', () => {
  const writtenAt = Date.UTC(2021, 4, 9, 10, 52, 5);
  const events = read('arma3_console', 'ops_16h.part1.log', writtenAt);
  const { kick = 0, seen = 0, join = 0 } = counted(events);
  expect({ kick, seen, join }).toEqual({ kick: 66, seen: 441, join: 516 });
  const [first] = events;
  const last = events.at(-1);
  expect(new Date(first?.at ?? 0).toISOString()).toMatch(/^2021-05-08T18:48/);
  expect(last?.at).toBeLessThanOrEqual(writtenAt + 300_000);
  expect(new Date(last?.at ?? 0).toISOString()).toMatch(/^2021-05-09T/);
});

/** `muster admin export`: what is kept about a person is told, and nothing of anybody else. */
import { mkdtemp, readFile, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { adminExport } from '../../src/cli/admin-export.ts';
import { verifyAudit } from '../../src/host/audit/verify.ts';
import { readSettings } from '../../src/host/settings.ts';
import {
  OF_ADA,
  ada,
  bob,
  everything,
  hex,
  holding,
  tableOf,
  twoPeople,
  type TwoPeople,
} from '../support/two-people.ts';

let people: TwoPeople;
let folder: string;

beforeEach(async () => {
  people = await twoPeople();
  folder = await mkdtemp(join(tmpdir(), 'muster-export-'));
});
afterEach(async () => {
  await people.test.close();
  await rm(folder, { recursive: true });
});

/** What the command says, or why it cannot be run. */
async function say(...args: readonly string[]): Promise<string> {
  const { db, secrets } = people.test.deps;
  const reach = async () => undefined;
  const settings = readSettings({}, '/');
  const installation = { settings, db, secrets, reach, portal: 'http://127.0.0.1' };
  const lines: string[] = [];
  const terminal = { say: (line: string) => void lines.push(line), ask: async () => '' };
  try {
    await adminExport(args, installation, terminal, people.now);
    return lines.join('\n');
  } catch (error) {
    return error instanceof Error ? error.message : '';
  }
}

async function exported(id: string): Promise<readonly string[]> {
  const file = join(folder, 'whole');
  expect(await say(id, file)).toContain(`${file} has `);
  return (await readFile(file, 'utf8')).trimEnd().split('\n');
}

/** Where a text that only mentions somebody stands: it is about others too. */
const MENTIONING = ['action_requests'];

it('tells all that an erasure would take, of every table in which it is about them', async () => {
  const lines = await exported(people.adaId);
  for (const text of OF_ADA) expect(holding(lines, [text])).not.toEqual([]);
  for (const text of ['in the chat', 'in a note', 'in a removed note']) {
    expect(holding(lines, [`canary ${text}`])).not.toEqual([]);
  }
  const of = new Set(lines.map((line) => JSON.parse(line).of));
  const kept = holding(await everything(people.test.deps.db), OF_ADA).map(tableOf);
  const named: Readonly<Record<string, string>> = { resource_rows: 'notes', paged_audit: 'audit' };
  for (const table of new Set(kept)) {
    if (table === undefined || MENTIONING.includes(table)) continue;
    expect(of).toContain(named[table] ?? table);
  }
  for (const table of ['statistic_stays', 'statistic_weapons', 'statistic_zones']) {
    expect(of).toContain(table);
  }
});

it('tells nothing that is about somebody else', async () => {
  const ofBob = [bob.guid, bob.ip, 'a note about Bob', 'hello'];
  expect(holding(await exported(people.adaId), ofBob)).toEqual([]);
  const lines = await exportedAgain(people.bobId);
  expect(holding(lines, [ada.guid, ada.ip, 'canary'])).toEqual([]);
  for (const text of ofBob) expect(holding(lines, [text])).not.toEqual([]);
});

async function exportedAgain(id: string): Promise<readonly string[]> {
  await rm(join(folder, 'whole'));
  return exported(id);
}

it('a file is for its owner alone, and one that is there is left as it is', async () => {
  const file = join(folder, 'whole');
  await exported(people.adaId);
  expect((await stat(file)).mode & 0o777).toBe(0o600);
  await writeFile(file, 'mine');
  expect(await say(people.adaId, file)).toBe(`${file} is there already. Name another file.`);
  expect(await readFile(file, 'utf8')).toBe('mine');
  expect(await say(people.adaId, join(folder, 'none', 'x'))).toContain('cannot be written');
});

it('refuses what is nobody, and writes no file', async () => {
  const file = join(folder, 'whole');
  const nobody = `There is no player with the id ${hex('f')}. Check it.`;
  expect(await say(hex('f'), file)).toBe(nobody);
  expect(await say(people.adaId)).toBe('Give an id and a file: muster admin export ID FILE');
  expect(await readdir(folder)).toEqual([]);
});

it('is in the audit by the id alone, and the chain holds', async () => {
  await exported(people.formerId);
  const { db, secrets } = people.test.deps;
  const rows = await db
    .selectFrom('audit')
    .select(['resource', 'detail'])
    .where('action', '=', 'player.export')
    .execute();
  const detail = JSON.stringify({ muster_id: people.adaId });
  expect(rows).toEqual([{ resource: 'host', detail }]);
  expect(await verifyAudit(db, secrets)).toMatchObject({ broken: null });
});

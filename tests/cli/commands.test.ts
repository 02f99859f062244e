import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { mkdtemp, rm } from 'node:fs/promises';
import { spawnSync } from 'node:child_process';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';
import { storeServer } from '../support/stored-server.ts';
import { runCommand, usageSentence } from '../../src/cli/run.ts';
import { openDatabase } from '../../src/host/store/database.ts';
import { type Terminal, UsageError } from '../../src/cli/terminal.ts';

let database: TestDatabase;
let dataDir: string;

beforeAll(async () => {
  database = await createTestDatabase();
  dataDir = await mkdtemp(join(tmpdir(), 'muster-cli-'));
});

afterAll(async () => {
  await database.drop();
  await rm(dataDir, { recursive: true });
});

/** Runs a command with these answers to what it asks; gives what it said, its exit code, or its sentence. */
async function run(line: string, answers: readonly string[] = [], settings = {}) {
  const said: string[] = [];
  const asked: string[] = [];
  const left = [...answers];
  const terminal: Terminal = {
    say: (text) => said.push(text),
    ask: async (question, options = {}) => {
      asked.push(options.hidden === true ? `${question}(hidden)` : question);
      const answer = left.shift();
      if (answer === undefined) throw new UsageError('Nothing was typed.');
      return answer;
    },
  };
  const environment = {
    DATABASE_URL: database.connectionString,
    MUSTER_DATA: dataDir,
    ...settings,
  };
  try {
    const code = await runCommand(line.split(' ').filter(Boolean), environment, terminal);
    return { code, said: said.join('\n'), asked };
  } catch (error) {
    const sentence = usageSentence(error);
    if (sentence === null) throw error;
    return { sentence, said: said.join('\n'), asked };
  }
}

describe('a command that could not be run', () => {
  const main = fileURLToPath(new URL('../../dist/cli/main.js', import.meta.url));

  it.each(['record', 'audit verify'])(
    'ends with 2, for 1 is a finding: muster %s without its database',
    (line) => {
      const nobody = 'postgres://muster@127.0.0.1:1/muster';
      const env = { ...process.env, DATABASE_URL: nobody, MUSTER_DATA: dataDir };
      const ended = spawnSync(process.execPath, [main, ...line.split(' ')], {
        env,
        encoding: 'utf8',
      });
      expect(ended).toMatchObject({ status: 2, stdout: '' });
      expect(ended.stderr).toMatch(/^The database cannot be used \(.*\): check DATABASE_URL/);
    },
  );
});

describe('muster admin account', () => {
  it('makes the founding account first, once, and never shows the password', async () => {
    const early = await run('admin account --username grace');
    expect(early.sentence).toBe('There is no founding account yet. Make it with --founder.');
    const made = await run('admin account --founder', [
      'ada',
      'ada@example.org',
      'canary-password',
    ]);
    expect(made).toMatchObject({
      code: 0,
      asked: ['Username: ', 'E-mail address: ', 'Password: (hidden)'],
    });
    expect(made.said).toBe('The account ada is made. Sign in at http://127.0.0.1:7070/auth.');
    const again = await run('admin account --founder', ['bob', 'bob@example.org', 'long password']);
    expect(again.sentence).toBe('The founding account exists already. Leave --founder out.');
  });

  it('makes further accounts by flags, and says in a sentence what is wrong', async () => {
    const flags = '--username grace.h --display-name Grace --email grace@example.org';
    expect((await run(`admin account ${flags}`, ['short'])).sentence).toBe(
      'The password must be 8 to 256 characters long.',
    );
    expect((await run(`admin account ${flags}`, ['long password'])).code).toBe(0);
    expect((await run(`admin account ${flags}`, ['long password'])).sentence).toBe(
      'This username is taken.',
    );
    expect((await run('admin account --colour red')).sentence).toMatch(
      /^Unknown option '--colour'.*help\.$/,
    );
  });
});

it('prints the mails that wait, with their links', async () => {
  const { said } = await run('admin outbox');
  expect(said).toContain('To: ada@example.org');
  expect(said).toMatch(/http:\/\/127\.0\.0\.1:7070\/auth\/verify#token=[\w-]{43}/);
});

it('prints an invitation under the public address', async () => {
  const origin = { MUSTER_ORIGIN: 'https://muster.example.org' };
  const { said } = await run('admin invitation --days 3', [], origin);
  expect(said).toMatch(/^https:\/\/muster\.example\.org\/auth\/sign-up#invitation=[\w-]{43}$/m);
  expect((await run('admin invitation --days many')).sentence).toBe(
    '--days takes a whole number from 1 to 90, not many.',
  );
});

it('has parts of the portal loaded again by every account', async () => {
  const told = await run('admin reload dashboard server dashboard');
  expect(told.said).toBe('Every open tab reloads dashboard, server.');
  const client = new pg.Client(database.connection);
  await client.connect();
  const { rows } = await client.query(
    "select data from event_log where event = 'ui:reload:components'",
  );
  await client.end();
  const data = { components: ['dashboard', 'server'] };
  expect(rows).toEqual([{ data }, { data }]);
  expect((await run('admin reload sidebar')).sentence).toBe(
    "There is no 'sidebar': name some of frame, dashboard, server-dashboard, add-server, server, inspector, walls, history, people.",
  );
  expect((await run('admin reload')).sentence).toMatch(/^Say which part to reload: name some of/);
});

it('says that the audit is whole, with its newest hash', async () => {
  const { code, said } = await run('audit verify');
  expect(code).toBe(0);
  expect(said).toMatch(/^The audit is whole: 3 rows, the newest with the hash [0-9a-f]{64}\.$/);
});

it('links an account with a player, and undoes it, in plain words', async () => {
  const steam = '76561198054374215';
  const sentence = async (line: string) => (await run(line)).sentence;
  expect(await sentence(`admin link ada`)).toContain('muster admin link ACCOUNT STEAMID');
  expect(await sentence(`admin unlink`)).toContain('muster admin unlink ACCOUNT [STEAMID]');
  expect(await sentence(`admin link nobody ${steam}`)).toBe(
    'There is no account nobody. Check the spelling.',
  );
  expect(await sentence('admin link ada 7656')).toBe('7656 is no SteamID64. Give its 17 digits.');
  expect(await sentence(`admin link ada ${steam}`)).toBe(
    `Nobody with the SteamID ${steam} was seen on a server. Check it, or link it once they have played.`,
  );
  const player = '7'.repeat(24);
  const client = new pg.Client(database.connectionString);
  await client.connect();
  await client.query(`insert into players values ('${player}', 'Ada', 1, 1)`);
  await client.query(`insert into player_identities values ('steam', '${steam}', '${player}')`);
  await client.end();
  expect((await run(`admin link ada ${steam}`)).said).toContain(
    `ada and ${steam} are one person now: `,
  );
  expect((await run(`admin link ada ${steam}`)).said).toContain('are one person already: ');
  expect(await sentence(`admin link grace.h ${steam}`)).toBe(
    `${steam} is linked to the account ada. Undo that first: muster admin unlink ada`,
  );
  expect((await run('admin unlink ada')).said).toBe('ada is not linked to any SteamID any more.');
  expect((await run(`admin unlink ada ${steam}`)).said).toBe(`ada was not linked to ${steam}.`);
});

it('sets plans in plain words, and says while they bind nobody', async () => {
  const sentence = async (line: string) => (await run(line)).sentence;
  const bind = { MUSTER_PLANS: 'on' };
  expect((await run('admin plan ada basic --servers 3 --until 2999-12-31', [], bind)).said).toBe(
    'ada has the plan basic until 2999-12-31T00:00:00.000Z.',
  );
  expect((await run('admin plan ada pro')).said).toBe(
    'ada has the plan pro.\nMUSTER_PLANS is off: every account has community, and this binds nobody yet.',
  );
  expect((await run('admin plan ada --restricted')).said).toBe('ada is restricted.');
  expect((await run('admin plan ada --unrestricted')).said).toBe('ada is no longer restricted.');
  expect(await sentence('admin plan ada')).toMatch(/^Give an account and a plan: /);
  expect(await sentence('admin plan nobody pro')).toBe(
    'There is no account nobody. Check the spelling.',
  );
  expect(await sentence('admin plan ada gold')).toBe(
    'There is no plan gold: name one of free, basic, pro, community, advanced.',
  );
  expect(await sentence('admin plan ada pro --servers 3')).toBe(
    '--servers goes with the plan basic alone.',
  );
  expect(await sentence('admin plan ada basic --servers none')).toBe(
    '--servers takes a whole number from 1 to 9999, not none.',
  );
  expect(await sentence('admin plan ada pro --until 2001-01-01')).toBe(
    '2001-01-01 has passed: --until takes a moment to come.',
  );
  expect(await sentence('admin plan ada pro --until soon')).toBe(
    '--until takes a date such as 2026-12-31, not soon.',
  );
  expect(await sentence('admin plan ada pro --cancelled')).toBe(
    'Say when its period ends, with --until.',
  );
  expect(await sentence('admin plan ada --until 2999-12-31 --restricted')).toBe(
    'Name the plan that this is about: muster admin plan ACCOUNT PLAN',
  );
  expect(await sentence('admin plan ada --restricted --unrestricted')).toBe(
    'Give --restricted or --unrestricted, not both.',
  );
});

it('sets the state of an account and its titles, and names those that there are', async () => {
  expect((await run('admin status grace.h BANNED')).said).toBe('grace.h is BANNED.');
  expect((await run('admin status grace.h VERIFIED')).said).toBe('grace.h is VERIFIED.');
  expect((await run('admin status grace.h banned')).sentence).toBe(
    'Give an account and one of NOT_VERIFIED, VERIFIED, TERMINATED, IN_SETUP, DISABLED, BANNED.',
  );
  expect((await run('admin title grace.h staff')).said).toBe('grace.h has the title staff.');
  expect((await run('admin title grace.h staff --take')).said).toBe(
    'grace.h no longer has the title staff.',
  );
  expect((await run('admin title grace.h king')).sentence).toBe(
    'Give an account and one of staff, founder, early-adopter.',
  );
  expect((await run('admin title nobody staff')).sentence).toBe(
    'There is no account nobody. Check the spelling.',
  );
});

it('restricts a server by its name or its id, and asks which where there are several', async () => {
  const open = openDatabase({ connection: database.connection, onIdleError: () => undefined });
  const [one, other] = ['5', '6'].map((digit) => digit.repeat(24));
  for (const id of [one, other]) await storeServer(open.db, id ?? '');
  await open.db.updateTable('servers').set({ identifier: 'Twin' }).execute();
  await open.close();
  expect((await run('admin restrict Nowhere Cheats')).sentence).toBe(
    'There is no server Nowhere. Check the name.',
  );
  expect((await run('admin restrict Twin Cheats')).sentence).toBe(
    `Several servers are called Twin: give the id of one, ${one}, ${other}.`,
  );
  expect((await run(`admin restrict ${one}`)).sentence).toMatch(/^Give a server and why: /);
  expect((await run(`admin restrict ${one} ${'a'.repeat(201)}`)).sentence).toBe(
    'The reason must be at most 200 characters long.',
  );
  expect((await run(`admin restrict ${one} --end`)).sentence).toBe('You have not restricted Twin.');
  expect((await run(`admin restrict ${one} Cheats are sold here`)).said).toBe(
    'Twin is restricted.',
  );
  expect((await run(`admin restrict ${one} --end`)).said).toBe('Twin is no longer restricted.');
});

it('helps without opening anything, and names what it does not know', async () => {
  const nowhere = { DATABASE_URL: 'postgresql://127.0.0.1:1/none' };
  expect((await run('--help', [], nowhere)).said).toContain('muster admin outbox');
  expect((await run('admin account --help', [], nowhere)).said).toContain('--founder');
  expect((await run('admin acount', [], nowhere)).sentence).toBe(
    "There is no command 'admin acount': see muster --help.",
  );
  expect((await run('audit verify --now', [], nowhere)).sentence).toBe(
    "muster audit verify takes no options: leave '--now' out.",
  );
});

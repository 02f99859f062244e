/** `muster admin log-folder`: the operator gives an account a folder at the terminal, and takes it back. */
import { mkdir, mkdtemp, realpath, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { adminLogFolder } from '../../src/cli/admin-log-folder.ts';
import { giveFolder, givenFolders } from '../../src/host/game-logs/given-folders.ts';
import { readSettings } from '../../src/host/settings.ts';
import { createTestAccount } from '../support/accounts.ts';
import { createTestApp, createTestDeps, type TestDeps } from '../support/host.ts';

describe('the folder of an account', () => {
  let root: string;
  let test: TestDeps;
  let account: { readonly id: string; readonly name: string };
  let other: string;

  beforeEach(async () => {
    root = await realpath(await mkdtemp(join(tmpdir(), 'muster-log-root-')));
    await mkdir(join(root, 'chernarus'));
    test = await createTestDeps();
    const app = await createTestApp(test.deps);
    const { id } = await createTestAccount(app, test.deps);
    ({ id: other } = await createTestAccount(app, test.deps));
    await app.close();
    const { username: name } = await test.deps.db
      .selectFrom('accounts')
      .select('username')
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    account = { id, name };
  });
  afterEach(async () => {
    await test.close();
    await rm(root, { recursive: true });
  });

  /** What the command says, or why it cannot be run. */
  async function say(...args: readonly string[]): Promise<string> {
    const { db, secrets, clock } = test.deps;
    const settings = readSettings({ MUSTER_LOG_ROOT: root }, root);
    const reach = () => Promise.resolve();
    const installation = { settings, db, reach, secrets, portal: 'http://127.0.0.1' };
    const lines: string[] = [];
    const terminal = { say: (line: string) => void lines.push(line), ask: async () => '' };
    try {
      await adminLogFolder(args, installation, terminal, clock());
      return lines.join('\n');
    } catch (error) {
      return error instanceof Error ? error.message : '';
    }
  }
  const given = () => givenFolders(test.deps.db, account.id);
  const audited = async () => {
    const rows = await test.deps.db.selectFrom('audit').selectAll().orderBy('id').execute();
    return rows.flatMap(({ action, resource, actor }) =>
      resource === `account/${account.id}` && actor === null && action.startsWith('log-folders.')
        ? [action]
        : [],
    );
  };

  it('is given and taken back, each with a row of the audit', async () => {
    const folder = join(root, 'chernarus');
    expect(await say(account.name, folder)).toContain(`${account.name} may`);
    expect(await given()).toEqual([folder]);
    expect(await say(account.name.toUpperCase(), folder, '--take')).toContain('may no longer');
    expect(await given()).toEqual([]);
    expect(await audited()).toEqual(['log-folders.give', 'log-folders.take']);
  });

  it('is taken back from one account alone', async () => {
    const folder = join(root, 'chernarus');
    const { deps } = test;
    for (const id of [account.id, other]) await giveFolder(deps, id, folder, deps.clock());
    await say(account.name, folder, '--take');
    expect([await given(), await givenFolders(deps.db, other)]).toEqual([[], [folder]]);
  });

  it('is the same however its path is spelled, and as it was typed before anybody gave it', async () => {
    const folder = join(root, 'chernarus');
    await say(account.name, `${folder}/`);
    await say(account.name, `${root}/./chernarus`);
    expect(await given()).toEqual([folder]);
    expect(await say(account.name, `${folder}/../chernarus`, '--take')).toContain('may no longer');
    await test.deps.db
      .insertInto('log_folders')
      .values({ account_id: account.id, path: `${folder}/`, given_at: 1, by_upgrade: true })
      .execute();
    expect(await say(account.name, `${folder}/`, '--take')).toContain('may no longer');
    expect(await given()).toEqual([]);
  });

  it('is refused where it is none, and nothing is written', async () => {
    expect(await say(account.name)).toContain('Give an account and an absolute path');
    expect(await say(account.name, 'chernarus')).toContain('absolute path');
    expect(await say('nobody', join(root, 'chernarus'))).toBe(
      'There is no account nobody. Check the spelling.',
    );
    for (const folder of [tmpdir(), join(root, 'missing')]) {
      expect(await say(account.name, folder)).toContain('must be a folder below MUSTER_LOG_ROOT');
    }
    expect(await say(account.name, root, '--take')).toContain('was not given');
    expect([await given(), await audited()]).toEqual([[], []]);
  });
});

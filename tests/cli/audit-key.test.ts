/** The audit's chain with the host's key, which is not in the database; and rows of hosts that have none. */
import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { auditVerify } from '../../src/cli/audit-verify.ts';
import { appendAudit, beginKeyedAudit } from '../../src/host/audit/append.ts';
import { chainHash, GENESIS } from '../../src/host/audit/chain.ts';
import { verifyAudit } from '../../src/host/audit/verify.ts';
import { secretsOf } from '../../src/host/store/secrets/secrets.ts';
import { createTestDeps, type TestDeps } from '../support/host.ts';

describe('the key of the audit', () => {
  const DAY = 86_400_000;
  let landed: TestDeps;

  beforeEach(async () => {
    landed = await createTestDeps();
  });
  afterEach(() => landed.close());

  const verified = () => verifyAudit(landed.deps.db, landed.deps.secrets);
  const appended = (action: string, at: number) =>
    landed.deps.db.transaction().execute((trx) =>
      appendAudit(trx, landed.deps.secrets, {
        at,
        actor: null,
        resource: 'host',
        action,
        detail: {},
      }),
    );

  /** What a host of the landed version does, and whoever has the database alone can do. */
  async function appendedPlain(action: string, at: number): Promise<void> {
    const { db } = landed.deps;
    const last = await db
      .selectFrom('audit')
      .select(['id', 'hash'])
      .orderBy('id', 'desc')
      .limit(1)
      .executeTakeFirst();
    const row = {
      id: (last?.id ?? 0) + 1,
      at,
      actor: null,
      resource: 'host',
      action,
      detail: '{}',
    };
    const previous = last?.hash ?? GENESIS;
    await db
      .insertInto('audit')
      .values({ ...row, previous_hash: previous, hash: chainHash(previous, row) })
      .execute();
  }

  async function said(): Promise<{ readonly code: number; readonly text: string }> {
    const lines: string[] = [];
    const code = await auditVerify(landed.deps, { say: (line) => void lines.push(line) });
    return { code, text: lines.join('\n') };
  }

  it('begins with a row of its own after those that have none, whose hashes stay', async () => {
    await appendedPlain('old.one', 1);
    await appendedPlain('old.two', 2);
    const { head } = await verified();
    await beginKeyedAudit(landed.deps.db, landed.deps.secrets, 3);
    await beginKeyedAudit(landed.deps.db, landed.deps.secrets, 4);
    await appended('new.one', 5);
    const rows = await landed.deps.db.selectFrom('audit').selectAll().orderBy('id').execute();
    expect(rows.map(({ action }) => action)).toEqual([
      'old.one',
      'old.two',
      'audit.keyed',
      'new.one',
    ]);
    expect(rows[1]?.hash.toString('hex')).toBe(head);
    expect(await verified()).toMatchObject({ rows: 4, broken: null, keyedFrom: 3, plain: null });
    expect(await said()).toMatchObject({ code: 0 });
  });

  it('keeps whoever has the database alone from writing the chain again unseen', async () => {
    for (const action of ['one', 'two', 'three']) await appended(action, 1);
    await sql`alter table audit disable trigger user`.execute(landed.deps.db);
    await sql`delete from audit where id >= 3`.execute(landed.deps.db);
    await appendedPlain('another two', 1);
    await appendedPlain('three', 2 * DAY);
    expect(await verified()).toMatchObject({
      broken: null,
      plain: { first: 3, last: 4, count: 2, late: true },
    });
    expect(await said()).toMatchObject({
      code: 1,
      text: expect.stringContaining(
        'Either an older version ran beside this one for so long, or somebody wrote them straight into the database',
      ),
    });
    await sql`delete from audit`.execute(landed.deps.db);
    await appendedPlain('all anew', 1);
    expect(await said()).toMatchObject({
      code: 1,
      text: expect.stringContaining('No row was hashed with the key'),
    });
  });

  it('is told plainly of rows that an older host wrote beside a new one', async () => {
    await appended('new.one', 1);
    await appendedPlain('old.one', 2);
    await appended('new.two', 3);
    await appendedPlain('old.two', 4);
    expect(await verified()).toMatchObject({
      rows: 5,
      broken: null,
      plain: { first: 3, last: 5, count: 2, late: false },
    });
    expect(await said()).toEqual({
      code: 0,
      text: expect.stringContaining(
        '2 rows from 3 to 5 have no hash with the key, though row 1 before has one. Either an older version wrote them',
      ),
    });
  });

  it('is the one of the host: with another, every row shows as changed', async () => {
    await appended('one', 1);
    const { broken } = await verifyAudit(landed.deps.db, secretsOf(Buffer.alloc(32, 9)));
    expect(broken).toEqual({ id: 1, reason: 'changed-row' });
  });

  it('begins once, though two hosts begin with it at the same moment', async () => {
    await Promise.all(
      Array.from({ length: 6 }, () => beginKeyedAudit(landed.deps.db, landed.deps.secrets, 1)),
    );
    expect(await verified()).toMatchObject({ rows: 1, keyedFrom: 1 });
  });
});

import { sql } from 'kysely';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestDeps, type TestDeps } from '../../../tests/support/host.ts';
import { appendAudit } from './append.ts';
import { chainHash, checkLink, GENESIS, keyedHash } from './chain.ts';
import { verifyAudit } from './verify.ts';

let test: TestDeps;

beforeAll(async () => {
  test = await createTestDeps();
  await Promise.all(Array.from({ length: 8 }, (_, index) => append(`test.${index}`)));
});

afterAll(() => test.close());

async function append(action: string): Promise<void> {
  await test.deps.db.transaction().execute((trx) =>
    appendAudit(trx, test.deps.secrets, {
      at: 1,
      actor: null,
      resource: 'host',
      action,
      detail: { of: action },
    }),
  );
}

/** Does what somebody does who owns the database itself. */
async function tamper(change: ReturnType<typeof sql>): Promise<void> {
  await sql`alter table audit disable trigger user`.execute(test.deps.db);
  await change.execute(test.deps.db);
  await sql`alter table audit enable trigger user`.execute(test.deps.db);
}

it('chains rows that were appended at once', async () => {
  expect(await verifyAudit(test.deps.db, test.deps.secrets)).toMatchObject({
    rows: 9,
    broken: null,
    keyedFrom: 1,
    plain: null,
  });
});

it.each([
  ['update', sql`update audit set action = 'test.other'`],
  ['delete', sql`delete from audit`],
  ['truncate', sql`truncate audit`],
])('refuses %s', async (_what, change) => {
  await expect(change.execute(test.deps.db)).rejects.toThrow('append-only');
});

describe('an audit that was tampered with', () => {
  it('shows which row was changed', async () => {
    await tamper(sql`update audit set action = 'test.other' where id = 4`);
    expect((await verifyAudit(test.deps.db, test.deps.secrets)).broken).toEqual({
      id: 4,
      reason: 'changed-row',
    });
    await tamper(sql`update audit set action = detail::json ->> 'of' where id = 4`);
    expect((await verifyAudit(test.deps.db, test.deps.secrets)).broken).toBeNull();
  });

  it('shows which row is missing', async () => {
    await tamper(sql`delete from audit where id = 6`);
    expect((await verifyAudit(test.deps.db, test.deps.secrets)).broken).toEqual({
      id: 6,
      reason: 'missing-row',
    });
  });
});

it('covers every field of a row', () => {
  const row = fc.record({
    id: fc.integer({ min: 1 }),
    at: fc.nat(),
    actor: fc.option(fc.string()),
    resource: fc.string(),
    action: fc.string(),
    detail: fc.json(),
  });
  const { secrets } = test.deps;
  fc.assert(
    fc.property(row, row, (one, other) => {
      const forgery = { ...other, id: one.id };
      const same = JSON.stringify(forgery) === JSON.stringify(one);
      const previous = { id: one.id - 1, hash: GENESIS };
      for (const [link, hash] of [
        ['keyed', keyedHash(secrets, GENESIS, one)],
        ['plain', chainHash(GENESIS, one)],
      ] as const) {
        const stored = { ...one, previous_hash: GENESIS, hash };
        expect(checkLink(secrets, previous, stored)).toBe(link);
        const forged = checkLink(secrets, previous, { ...stored, ...forgery });
        expect(forged).toEqual(same ? link : { id: one.id, reason: 'changed-row' });
      }
    }),
  );
});

import { sql } from 'kysely';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestDeps, type TestDeps } from '../../../tests/support/host.ts';
import { appendAudit } from './append.ts';
import { chainHash, checkLink, GENESIS } from './chain.ts';
import { verifyAudit } from './verify.ts';

let test: TestDeps;

beforeAll(async () => {
  test = await createTestDeps();
  await Promise.all(Array.from({ length: 8 }, (_, index) => append(`test.${index}`)));
});

afterAll(() => test.close());

async function append(action: string): Promise<void> {
  await test.deps.db
    .transaction()
    .execute((trx) =>
      appendAudit(trx, { at: 1, actor: null, resource: 'host', action, detail: { of: action } }),
    );
}

/** Does what somebody does who owns the database itself. */
async function tamper(change: ReturnType<typeof sql>): Promise<void> {
  await sql`alter table audit disable trigger user`.execute(test.deps.db);
  await change.execute(test.deps.db);
  await sql`alter table audit enable trigger user`.execute(test.deps.db);
}

it('chains rows that were appended at once', async () => {
  expect(await verifyAudit(test.deps.db)).toMatchObject({ rows: 8, broken: null });
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
    expect((await verifyAudit(test.deps.db)).broken).toEqual({ id: 4, reason: 'changed-row' });
    await tamper(sql`update audit set action = detail::json ->> 'of' where id = 4`);
    expect((await verifyAudit(test.deps.db)).broken).toBeNull();
  });

  it('shows which row is missing', async () => {
    await tamper(sql`delete from audit where id = 6`);
    expect((await verifyAudit(test.deps.db)).broken).toEqual({ id: 6, reason: 'missing-row' });
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
  fc.assert(
    fc.property(row, row, (one, other) => {
      const same = JSON.stringify(one) === JSON.stringify(other);
      expect(chainHash(GENESIS, one).equals(chainHash(GENESIS, other))).toBe(same);
      const previous = { id: one.id - 1, hash: GENESIS };
      const stored = { ...one, previous_hash: GENESIS, hash: chainHash(GENESIS, one) };
      expect(checkLink(previous, stored)).toBeNull();
      const forged = checkLink(previous, { ...stored, ...other, id: one.id });
      expect(forged === null).toBe(
        JSON.stringify({ ...other, id: one.id }) === JSON.stringify(one),
      );
    }),
  );
});

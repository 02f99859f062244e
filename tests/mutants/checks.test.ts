import { expect, it } from 'vitest';
import { findChecks } from '../../scripts/mutants/checks.mjs';

const SOURCE = `
import { may } from '../access/grants.ts';

export const call = write({ access: 'server.modify.settings', limit: 1 });
export const STREAM = { feed: 'server.view.feed', list: 'server.view' };

export async function edit({ params }: Input, { db, account }: Context) {
  await refuseForbidden(db, params.server_id, account.id);
  refuse(whyNotModify(acting));
  if (!held.includes('server.view')) throw noSuch('server');
  if (row === undefined) throw noSuch('row');
  if (await may(db, account.id, 'server.modify.settings', resource)) return row;
  throw new HostError('permission-denied', 'No.');
}

async function read(db: Database, accountId: string, personal: boolean) {
  const rows = await db.selectFrom('notes').where('id', '=', id).where('owner', '=', accountId).execute();
  const { rows: more } = await sql\`
    select id from notes
    where subject = \${accountId} and removed is null
    order by id
  \`.execute(db);
  const theirs = granted.get(id)?.includes('server.view') ?? false;
  return { rows, more, theirs, address: personal ? rows[0].address : null };
}
`;

it('finds what a call needs, what refuses, and what leaves out, each with the source without it', () => {
  const found = findChecks('edit.ts', SOURCE).map(
    ({ start, end, kind, becomes }) => `${kind}: ${SOURCE.slice(start, end)} -> ${becomes}`,
  );
  expect(found.map((check) => check.replaceAll(/\s+/g, ' '))).toEqual([
    "need: 'server.modify.settings' -> 'signed-in'",
    "need: 'server.view.feed' -> 'server.view'",
    'guard: await refuseForbidden(db, params.server_id, account.id); -> {}',
    'guard: refuse(whyNotModify(acting)); -> {}',
    "refusal: !held.includes('server.view') -> false",
    "refusal: await may(db, account.id, 'server.modify.settings', resource) -> true",
    "filter: db.selectFrom('notes').where('id', '=', id).where('owner', '=', accountId)" +
      " -> db.selectFrom('notes').where('id', '=', id)",
    'sql: sql` select id from notes where subject = ${accountId} and removed is null order by id `' +
      ' -> sql` select id from notes where true order by id `',
    "question: granted.get(id)?.includes('server.view') -> true",
    'redaction: personal ? rows[0].address : null -> rows[0].address',
  ]);
});

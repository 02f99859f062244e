import { afterEach, beforeAll, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import '../style/base.css';
import '../parts/parts.css';
import type { BucketPermission, ServerPermission } from '../../protocol/permissions.ts';
import { NOTE_MAX } from '../../protocol/notes/limits.ts';
import type { Outcome } from '../../worker/contract.ts';
import type { BucketEntryRow } from '../../domain/buckets/row.ts';
import { draw } from '../app/doubles.tsx';
import { accountRow, FakeConnection, refusal, SERVER_ID } from '../data/doubles.ts';
import { forgetDrafts } from '../parts/kept-draft.ts';
import { Dialog } from '../parts/dialog.tsx';
import { startTexts } from '../text/i18n.ts';
import { NotesPanel } from './notes-panel.tsx';
import { PlayerNotes } from './player-notes.tsx';
import type { Note } from './use-notes.ts';

const PLAYER = 'b'.repeat(24);
let leave: (() => void) | undefined;
beforeAll(startTexts);
afterEach(() => {
  leave?.();
  forgetDrafts();
});

const note: Note = {
  id: 'c'.repeat(24),
  server_id: SERVER_ID,
  player_id: PLAYER,
  player_name: 'Ann',
  comment: 'Builds towers.',
  issuer_id: 'd'.repeat(24),
  issuer_name: 'Bob',
  created: 0,
  edited: null,
  pending: false,
};
const stream = `server/${SERVER_ID}/notes`;

function connectionWith(notes: readonly Note[], refused: readonly string[] = []) {
  return new FakeConnection()
    .put('link', [
      { id: 'link', connection: { kind: 'live', since: 0, latency: 9 }, fresh_at: 0, refused },
    ])
    .put('streams', [{ id: stream, server_id: SERVER_ID, position: 1, floor: 1, more: false }])
    .put('writes', [])
    .put('rows', notes);
}

const account = (...permissions: ServerPermission[]) => ({
  ...accountRow(),
  servers: { [SERVER_ID]: permissions },
});
/** All that this browser keeps of what is typed. */
const kept = () => JSON.stringify(Object.entries(sessionStorage));

const ALL = ['server.notes.view', 'server.notes.edit', 'server.notes.remove'] as const;

it('a note too long is not sent, and says by how much; a good one is, and the field is empty', async () => {
  const connection = connectionWith([]);
  leave = draw(
    <PlayerNotes serverId={SERVER_ID} account={account(...ALL)} player={PLAYER} />,
    connection,
    '/',
  );
  const field = page.getByLabelText('Write a note');
  await field.fill('x'.repeat(NOTE_MAX + 3));
  await expect.element(page.getByText('3 characters too long')).toBeVisible();
  await page.getByRole('button', { name: 'Add note' }).click({ force: true });
  expect(connection.writes).toEqual([]);
  await field.fill('  Builds towers. ');
  await page.getByRole('button', { name: 'Add note' }).click();
  await expect.element(field).toHaveValue('');
  expect(connection.writes).toMatchObject([
    { resource: 'notes', write: 'add', values: { player_id: PLAYER, comment: 'Builds towers.' } },
  ]);
});

it.each([
  ['its worker', { kind: 'deadline' }],
  ['its session', refusal('not-signed-in').error],
] as const)(
  'a note that got lost with %s is there again to be sent, before what was typed since',
  async (_what, error) => {
    const connection = connectionWith([]);
    let end = (_outcome: Outcome<null>) => {};
    connection.wrote = new Promise((resolve) => {
      end = resolve;
    });
    leave = draw(
      <PlayerNotes serverId={SERVER_ID} account={account(...ALL)} player={PLAYER} />,
      connection,
      '/',
    );
    await page.getByLabelText('Write a note').fill('Builds towers.');
    await page.getByRole('button', { name: 'Add note' }).click();
    await expect.element(page.getByLabelText('Write a note')).toHaveValue('');
    await page.getByLabelText('Write a note').fill('Was warned.');
    end({ ok: false, error });
    const both = 'Builds towers.\n\nWas warned.';
    await expect.element(page.getByLabelText('Write a note')).toHaveValue(both);
    await page.getByRole('button', { name: 'Dismiss' }).click();
  },
);

it('what others wrote is kept nowhere while it is changed, and left as it was', async () => {
  const connection = connectionWith([note]);
  leave = draw(<NotesPanel serverId={SERVER_ID} account={account(...ALL)} />, connection, '/');
  await page.getByRole('button', { name: /Edit the note/ }).click();
  const field = page.getByLabelText(/Edit the note/);
  await expect.element(field).toHaveValue(note.comment);
  expect(kept()).not.toContain(note.comment);
  await field.fill(`${note.comment} And walls.`);
  expect(kept()).not.toContain(note.comment);
  await page.getByRole('button', { name: 'Cancel' }).click();
  connection.put('rows', [{ ...note, comment: 'Newer words.' }]);
  await page.getByRole('button', { name: /Edit the note/ }).click();
  await expect.element(field).toHaveValue('Newer words.');
  expect(connection.writes).toEqual([]);
});

it('what is typed over a note stays, whatever others do to it in the meantime', async () => {
  const connection = connectionWith([note]);
  const panel = <NotesPanel serverId={SERVER_ID} account={account(...ALL)} />;
  leave = draw(panel, connection, '/');
  await page.getByRole('button', { name: /Edit the note/ }).click();
  const field = page.getByLabelText(/Edit the note/);
  await expect.element(field).toHaveFocus();
  await field.fill('My words.');
  const search = page.getByLabelText('Search notes');
  await search.click();
  connection.put('rows', [{ ...note, comment: 'Their words.' }]);
  await expect.element(page.getByText('Their words.')).toBeVisible();
  await expect.element(search).toHaveFocus();
  connection.put('rows', []);
  await expect.element(page.getByText(/removed this note/)).toBeVisible();
  leave();
  leave = draw(panel, connection, '/');
  connection.put('rows', [{ ...note, comment: 'Their words.' }]);
  await expect.element(field).toHaveValue('My words.');
  await page.getByRole('button', { name: 'Save over it' }).click();
  expect(connection.writes).toMatchObject([
    { write: 'edit', values: { comment: 'My words.' }, was: { comment: 'Their words.' } },
  ]);
});

it('a note that is being changed takes no focus when its page is opened again', async () => {
  const panel = <NotesPanel serverId={SERVER_ID} account={account(...ALL)} />;
  leave = draw(panel, connectionWith([note]), '/');
  await page.getByRole('button', { name: /Edit the note/ }).click();
  await expect.element(page.getByLabelText(/Edit the note/)).toHaveFocus();
  leave();
  leave = draw(panel, connectionWith([note]), '/');
  await expect.element(page.getByLabelText(/Edit the note/)).toBeVisible();
  expect(document.activeElement).toBe(document.body);
});

it('what is removed leaves its place to bring it back in, with the focus', async () => {
  const other = { ...note, id: 'a'.repeat(24), comment: 'Was warned.', created: -1 };
  const connection = connectionWith([note, other]);
  leave = draw(<NotesPanel serverId={SERVER_ID} account={account(...ALL)} />, connection, '/');
  const places = () =>
    page
      .getByRole('listitem')
      .elements()
      .map((place) => place.textContent);
  await page
    .getByRole('button', { name: /Remove the note/ })
    .first()
    .click();
  connection.put('rows', [other]);
  const undo = page.getByRole('button', { name: 'Undo' });
  await expect.element(undo).toHaveFocus();
  expect(places().map((text) => text?.slice(0, 10))).toEqual(['Removed th', 'Was warned']);
  await undo.click();
  connection.put('rows', [note, other]);
  await expect.element(page.getByRole('button', { name: /Edit the note/ }).first()).toHaveFocus();
  expect(connection.writes).toMatchObject([{ write: 'remove' }, { write: 'restore' }]);
});

it('Escape in a note leaves it as it was, and the dialog around it open', async () => {
  leave = draw(
    <Dialog open onClose={() => expect.fail()} title="Ann">
      <NotesPanel serverId={SERVER_ID} account={account(...ALL)} />
    </Dialog>,
    connectionWith([note]),
    '/',
  );
  await page.getByRole('button', { name: /Edit the note/ }).click();
  await page.getByLabelText(/Edit the note/).fill('Something else.');
  await userEvent.keyboard('{Escape}');
  await expect.element(page.getByText(note.comment)).toBeVisible();
  await expect.element(page.getByRole('dialog')).toBeVisible();
});

it('whoever may only read notes can do nothing else with them', async () => {
  const connection = connectionWith([note]);
  leave = draw(
    <PlayerNotes serverId={SERVER_ID} account={account('server.notes.view')} player={PLAYER} />,
    connection,
    '/',
  );
  await expect.element(page.getByText('Builds towers.')).toBeVisible();
  expect(page.getByRole('button').all()).toEqual([]);
  expect(page.getByRole('textbox').all()).toEqual([]);
});

it('what the host refused says why until it is dismissed', async () => {
  const { pending: _, ...row } = note;
  const connection = connectionWith([note]).put('writes', [
    {
      id: 'e'.repeat(24),
      server_id: SERVER_ID,
      resource: 'notes',
      row_id: note.id,
      write: 'edit',
      row,
      at: 0,
      state: 'failed',
      position: null,
      error: 'permission-denied',
    },
  ]);
  leave = draw(<NotesPanel serverId={SERVER_ID} account={account(...ALL)} />, connection, '/');
  const refusal = page.getByRole('region', { name: 'Notes' }).getByRole('alert');
  await expect.element(refusal.getByText(/not changed: You do not have permission/)).toBeVisible();
  await refusal.getByRole('button', { name: 'Try again' }).click();
  await refusal.getByRole('button', { name: 'Dismiss' }).click();
  expect([connection.writtenAgain, connection.dismissed]).toEqual([
    ['e'.repeat(24)],
    ['e'.repeat(24)],
  ]);
});

it('a server whose notes are not given says so, and does not load for ever', async () => {
  const connection = connectionWith([], [stream]);
  leave = draw(<NotesPanel serverId={SERVER_ID} account={account(...ALL)} />, connection, '/');
  await expect.element(page.getByText(/Muster cannot load this now/)).toBeVisible();
});

const SHARED = 'f'.repeat(24);
const entry: BucketEntryRow = {
  id: '1'.repeat(24),
  server_id: null,
  bucket_id: SHARED,
  person_id: PLAYER,
  name: 'Ann',
  steam_id: null,
  guid: null,
  bohemia_id: null,
  term: null,
  term_kind: null,
  action: null,
  message: null,
  minutes: null,
  comment: 'Known on all servers.',
  created_at: 5,
  until: null,
  issuer_id: 'd'.repeat(24),
  issuer_name: 'Eve',
  changed_at: 7,
};

/** A server that uses a bucket of notes, in which there is something about the player. */
function withBucket(held: readonly BucketPermission[], permissions: readonly ServerPermission[]) {
  const used = {
    id: SHARED,
    server_id: SERVER_ID,
    identifier: 'All servers',
    entries: 1,
    since: 0,
  };
  const asked = { entry, bucket: 'All servers', type: 'NOTES', in_force: true } as const;
  const other = { ...asked, entry: { ...entry, id: '2'.repeat(24), bucket_id: 'e'.repeat(24) } };
  const connection = connectionWith([])
    .tell('notes', [])
    .tell('serverBuckets', [{ ...used, type: 'NOTES', changed_at: 7 }])
    .answer('personBuckets', () => ({ ok: true, value: { entries: [asked, other], more: 0 } }))
    .answer('bucketEntriesAdd', () => ({ ok: true, value: { position: 1, added: 1, known: 0 } }))
    .answer('bucketEntriesRemove', () => ({ ok: true, value: { position: 1, removed: 1 } }))
    .answer('bucketEntriesEdit', () => refusal('row-changed'));
  const whose = { ...account(...permissions), buckets: { [SHARED]: [...held] } };
  leave = draw(
    <PlayerNotes serverId={SERVER_ID} account={whose} player={PLAYER} />,
    connection,
    '/',
  );
  return connection;
}

it('notes of a bucket that the server uses stand beside its own, and no others', async () => {
  withBucket(['bucket.view'], ['server.notes.view']);
  await expect.element(page.getByText('Known on all servers.')).toBeVisible();
  expect(page.getByText('Known on all servers.').all()).toHaveLength(1);
  const link = page.getByRole('link', { name: 'All servers' });
  await expect.element(link).toHaveAttribute('href', `/buckets/${SHARED}`);
  expect(page.getByRole('button').all()).toEqual([]);
  expect(page.getByRole('textbox').all()).toEqual([]);
});

it('a note goes into the bucket that was chosen, and is taken out again there', async () => {
  const connection = withBucket(['bucket.view', 'bucket.add', 'bucket.remove'], ALL);
  await page.getByLabelText('Who sees it').selectOptions('All servers');
  await page.getByLabelText('Write a note').fill('Walks through walls.');
  await page.getByRole('button', { name: 'Add note' }).click();
  await expect
    .poll(() => connection.inputs('bucketEntriesAdd'))
    .toMatchObject([
      {
        params: { bucket_id: SHARED },
        body: {
          entries: [
            { what: { kind: 'person', muster_id: PLAYER }, comment: 'Walks through walls.' },
          ],
        },
      },
    ]);
  expect(connection.writes).toEqual([]);
  await page.getByRole('button', { name: /Remove the note/ }).click();
  await expect
    .poll(() => connection.inputs('bucketEntriesRemove'))
    .toEqual([{ params: { bucket_id: SHARED }, body: { ids: [entry.id] } }]);
});

it('a note of a bucket that somebody else changed is not written over, and what was typed stays', async () => {
  const connection = withBucket(['bucket.view', 'bucket.edit'], ['server.notes.view']);
  await page.getByRole('button', { name: /Edit the note/ }).click();
  await page.getByLabelText(/Edit the note/).fill('My words.');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect
    .poll(() => connection.inputs('bucketEntriesEdit'))
    .toMatchObject([{ body: { ids: [entry.id], comment: 'My words.', was: { changed_at: 7 } } }]);
  await expect.element(page.getByLabelText(/Edit the note/)).toHaveValue('My words.');
});

import { afterEach, beforeAll, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import '../style/base.css';
import '../parts/parts.css';
import type { ServerPermission } from '../../protocol/permissions.ts';
import { NOTE_MAX } from '../../protocol/notes/limits.ts';
import { draw } from '../app/doubles.tsx';
import { accountRow, FakeConnection, refusal, SERVER_ID } from '../data/doubles.ts';
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
  sessionStorage.clear();
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

it('a note that is refused is there again to be sent', async () => {
  const connection = connectionWith([]);
  connection.wrote = refusal('limit-reached');
  leave = draw(
    <PlayerNotes serverId={SERVER_ID} account={account(...ALL)} player={PLAYER} />,
    connection,
    '/',
  );
  await page.getByLabelText('Write a note').fill('Builds towers.');
  await page.getByRole('button', { name: 'Add note' }).click();
  await expect.poll(() => connection.writes.length).toBe(1);
  await expect.element(page.getByLabelText('Write a note')).toHaveValue('Builds towers.');
});

it('what others wrote is kept nowhere while it is changed, and left as it was', async () => {
  const connection = connectionWith([note]);
  leave = draw(<NotesPanel serverId={SERVER_ID} account={account(...ALL)} />, connection, '/');
  await page.getByRole('button', { name: /Edit the note/ }).click();
  const field = page.getByLabelText(/Edit the note/);
  await expect.element(field).toHaveValue(note.comment);
  expect(kept()).not.toContain(note.comment);
  await field.fill('Something else.');
  await page.getByRole('button', { name: 'Cancel' }).click();
  expect(kept()).not.toContain('Something else.');
  connection.put('rows', [{ ...note, comment: 'Newer words.' }]);
  await page.getByRole('button', { name: /Edit the note/ }).click();
  await expect.element(field).toHaveValue('Newer words.');
  expect(connection.writes).toEqual([]);
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
  await expect.element(page.getByText(/The note was not changed/)).toBeVisible();
  await expect.element(page.getByText(/about.*Ann/)).toBeVisible();
});

it('a server whose notes are not given says so, and does not load for ever', async () => {
  const connection = connectionWith([], [stream]);
  leave = draw(<NotesPanel serverId={SERVER_ID} account={account(...ALL)} />, connection, '/');
  await expect.element(page.getByText(/You may not see the notes/)).toBeVisible();
});

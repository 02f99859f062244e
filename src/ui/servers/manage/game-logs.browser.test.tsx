import { afterEach, beforeAll, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import '../../style/base.css';
import '../../parts/parts.css';
import { GAME } from '../../../protocol/enumerations.ts';
import { draw } from '../../app/doubles.tsx';
import { FakeConnection, refusal, SERVER_ID, serverRow } from '../../data/doubles.ts';
import { startTexts } from '../../text/i18n.ts';
import { GameLogsPanel } from './game-logs-panel.tsx';

let leave: (() => void) | undefined;
beforeAll(startTexts);
afterEach(() => leave?.());

const AT = Date.UTC(2026, 0, 2, 12);
const BROUGHT = {
  lines: 20,
  told: 3,
  known: 5,
  old: 0,
  other: 11,
  unexplained: 1,
  first_unexplained: '12:00:00 | Something new',
  file_id: '5'.repeat(24),
  kept_before: false,
  deleted: 0,
};

function open({ manages = true, folder = null as string | null, game = GAME.DAYZ as number } = {}) {
  const connection = new FakeConnection();
  const { configuration } = serverRow();
  const server = serverRow({ configuration: { ...configuration, game: game as typeof GAME.DAYZ } });
  const panel = <GameLogsPanel server={server} manages={manages} folder={folder} />;
  leave = draw(panel, connection, `/server/${SERVER_ID}/overview`);
  return connection;
}

const file = (name: string, text: string) => new File([text], name);

it('reads the files that are chosen one after the other, and says what each brought', async () => {
  const connection = open().answer('serverLogUpload', ({ body }) =>
    body?.name === 'notes.txt' ? refusal('log-not-recognized') : { ok: true, value: BROUGHT },
  );
  const files = [file('a.ADM', 'one\u0000 line'), file('notes.txt', 'x'), file('empty.ADM', '')];
  await page.getByLabelText('Log files').upload(files);
  const shown = [
    /3 new entries, 5 known already, 11 lines with nothing for the feed/,
    /1 line that Muster does not understand: 12:00:00 \| Something new/,
    /Muster cannot read this log/,
    /empty or cannot be read/,
  ];
  for (const text of shown) await expect.element(page.getByText(text)).toBeVisible();
  expect(connection.inputs('serverLogUpload')).toEqual([
    {
      params: { server_id: SERVER_ID },
      body: { name: 'a.ADM', text: 'one line', modified_at: expect.any(Number) },
    },
    {
      params: { server_id: SERVER_ID },
      body: { name: 'notes.txt', text: 'x', modified_at: expect.any(Number) },
    },
  ]);
  await expect.element(page.getByLabelText('Log files')).toBeEnabled();
});

const room = (change: object) => ({
  ok: true as const,
  value: {
    quota: 3 * 1_048_576,
    used: 0,
    policy: 'delete-oldest' as const,
    fits: true,
    goes: [],
    others: 0,
    ...change,
  },
});

it('names the files that go before it uploads one, which waits for the answer', async () => {
  const old = { id: 'f'.repeat(24), server_id: SERVER_ID, name: 'old.ADM', bytes: 2_048, at: AT };
  const connection = open()
    .answer('serverLogUpload', () => ({ ok: true, value: { ...BROUGHT, deleted: 3 } }))
    .answer('fileRoom', ({ query }) => room(query?.bytes === 4 ? { goes: [old], others: 2 } : {}));
  await page.getByLabelText('Log files').upload([file('new.ADM', 'äö')]);
  const question = page.getByRole('dialog', { name: 'Delete older files?' });
  await expect.element(question.getByText('old.ADM')).toBeVisible();
  await expect.element(question.getByText('2 files of servers that you cannot see')).toBeVisible();
  await question.getByRole('button', { name: 'Cancel' }).click();
  await expect.element(page.getByText(/Not uploaded\./)).toBeVisible();
  expect(connection.inputs('serverLogUpload')).toEqual([]);
  await page.getByLabelText('Log files').upload([file('new.ADM', 'äö')]);
  await question.getByRole('button', { name: 'Upload and delete 3 files' }).click();
  await expect.element(page.getByText(/3 older files were deleted to make room/)).toBeVisible();
});

it('says from four fifths on how full the storage is', async () => {
  open().answer('fileRoom', () => room({ used: 2.5 * 1_048_576, policy: 'refuse' }));
  await expect
    .element(page.getByText(/Storage is nearly full: 2\.50 MB of 3\.00 MB/))
    .toBeVisible();
});

it('says why there is no room, and who can help', async () => {
  open().answer('serverLogUpload', () => refusal('storage-quota-reached'));
  await page.getByLabelText('Log files').upload([file('new.ADM', 'x')]);
  await expect.element(page.getByText(/ask the owner of the server for room/)).toBeVisible();
});

it('takes nothing from those who may not, and says why', async () => {
  open({ manages: false });
  const input = page.getByLabelText('Log files');
  await expect.element(input).toBeDisabled();
  await expect.element(input).toHaveAccessibleDescription(/permission ‘Change settings’/);
});

it('shows which logs are followed, and what stands in the way', async () => {
  const row = { id: SERVER_ID, server_id: SERVER_ID };
  const connection = open({ folder: '/srv/logs' }).tell('logs', [
    {
      ...row,
      problem: null,
      files: [
        { kind: 'dayz-adm', file: 'DayZServer_x64.ADM', line_at: AT },
        { kind: 'dayz-rpt', file: 'DayZServer_x64.RPT', line_at: null },
      ],
    },
  ]);
  await expect
    .element(page.getByText(/Following DayZServer_x64\.ADM\. Its last line/))
    .toBeVisible();
  await expect.element(page.getByText('Following DayZServer_x64.RPT.')).toBeVisible();
  connection.tell('logs', [{ ...row, problem: 'missing', files: [] }]);
  await expect.element(page.getByText(/^The log folder does not exist\./)).toBeVisible();
});

it('is not there for games whose logs are not read', async () => {
  open({ game: GAME.RUST });
  await expect.element(page.getByText('Game logs')).not.toBeInTheDocument();
});

/** What is said of whom a bucket throws out, before a server uses it and when it is taken away. */
import { afterEach, beforeAll, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import '../style/base.css';
import '../parts/parts.css';
import { GAME } from '../../protocol/enumerations.ts';
import type { Modules } from '../../protocol/modules/fields.ts';
import { MODULES_UNSET } from '../../protocol/modules/limits.ts';
import { playerRow } from '../../testing/player-row.ts';
import { draw } from '../app/doubles.tsx';
import { banConnection, id } from '../bans/known/doubles.ts';
import { accountRow, refusal, SERVER_ID, serverRow } from '../data/doubles.ts';
import type { Bucket } from '../entries/bucket.ts';
import { BUCKET, bucketRow, filterRow } from '../entries/doubles.ts';
import { startTexts } from '../text/i18n.ts';
import { AssignDialog } from './assign-dialog.tsx';
import { TakeAway } from './take-away.tsx';

let leave: (() => void) | undefined;
beforeAll(startTexts);
afterEach(() => leave?.());

const DONE = { ok: true, value: { position: 2 } } as const;
const ON = { whitelist: { active: true, paused: false } };

const named = (change = {}): Bucket => ({ ...bucketRow(change), pending: false });

function connect(modules: Partial<Modules> = {}, bucket: Bucket = named()) {
  return banConnection()
    .put('account', [
      accountRow({
        servers: { [SERVER_ID]: ['server.view', 'server.modify.configuration'] },
        buckets: { [bucket.id]: [...bucket.permissions] },
      }),
    ])
    .tell('bucketServers', [])
    .tell('serverBuckets', [])
    .tell('modules', [
      {
        ...structuredClone(MODULES_UNSET),
        geoblocking: { active: false, countries: [], invert: false },
        id: SERVER_ID,
        server_id: SERVER_ID,
        changed_at: null,
        ...modules,
      },
    ])
    .answer('bucketAssign', () => DONE)
    .answer('bucketUnassign', () => DONE)
    .answer('modulesPreview', () => ({
      ok: true,
      value: { players: 60, kept_out: 20, unknown: 0 },
    }));
}

function assign(connection: ReturnType<typeof connect>, bucket: Bucket = named()) {
  leave = draw(<AssignDialog bucket={bucket} onClose={() => undefined} />, connection, '/');
  return connection;
}

const choose = () => page.getByLabelText('Server').selectOptions('Chernarus 1');
const add = page.getByRole('button', { name: 'Add the server' });
const filter = filterRow();

it('says how many a whitelist that is on would kick now, and takes it back', async () => {
  const connection = assign(connect(ON));
  await choose();
  await expect.element(page.getByText(/20 of 60 players would be kicked now/)).toBeVisible();
  await expect.element(add).toHaveAttribute('data-kind', 'danger');
  expect(connection.inputs('modulesPreview')).toEqual([
    { params: { server_id: SERVER_ID }, body: { bucket_id: BUCKET } },
  ]);
  await add.click();
  await page.getByRole('button', { name: 'Undo' }).last().click();
  await expect
    .poll(() => connection.inputs('bucketUnassign'))
    .toEqual([{ params: { bucket_id: BUCKET, server_id: SERVER_ID }, body: {} }]);
  await expect.element(page.getByText(/does not use it any more/)).toBeVisible();
});

it('asks for reserved slots as they are set, and nothing of a whitelist that is off or paused', async () => {
  const reserved = named({ type: 'RESERVED_SLOT' });
  const connection = assign(connect({ reserved_slots: { active: true, amount: 5 } }), reserved);
  await choose();
  await expect.element(page.getByText(/Slots are kept free there: 20 of 60/)).toBeVisible();
  expect(connection.inputs('modulesPreview')).toMatchObject([
    { body: { bucket_id: BUCKET, reserved_slots: { active: true, amount: 5 } } },
  ]);
  leave?.();
  const paused = assign(connect({ whitelist: { active: true, paused: true } }));
  await choose();
  await expect.element(add).not.toHaveAttribute('data-kind', 'danger');
  expect(paused.inputs('modulesPreview')).toEqual([]);
});

it('says at the server that nobody can be kept out of one that is only watched', async () => {
  const watched = refusal('only-watched', { server_id: 'only-watched' });
  assign(connect().answer('bucketAssign', () => watched));
  await choose();
  await add.click();
  const server = page.getByLabelText('Server');
  await expect.element(server).toHaveAccessibleDescription(/can only watch this server/);
  await expect.element(server).toBeInvalid();
  await expect.element(add).toBeVisible();
});

it('offers no server that is only watched', async () => {
  const row = serverRow();
  const watched = { ...row.configuration, game: GAME.GENERIC };
  assign(connect().put('servers', [{ ...row, configuration: watched }]));
  await expect.element(add).toHaveAttribute('aria-disabled', 'true');
  await expect.element(page.getByLabelText('Server')).not.toBeInTheDocument();
});

it('says why the count is missing, and counts again', async () => {
  const connection = connect(ON).answer('modulesPreview', () => refusal('permission-denied'));
  assign(connection);
  await choose();
  const again = page.getByRole('button', { name: 'Try again' });
  await expect.element(again).toBeVisible();
  connection.answer('modulesPreview', () => ({
    ok: true,
    value: { players: 60, kept_out: 0, unknown: 0 },
  }));
  await again.click();
  await expect.element(page.getByText(/Now nobody would be kicked/)).toBeVisible();
  await expect.element(add).not.toHaveAttribute('data-kind', 'danger');
});

it('tries all filters of a bucket on who is there, and offers the days before', async () => {
  const names = named({ type: 'NAME_FILTER' });
  const connection = connect({}, names)
    .put('account', [
      accountRow({
        servers: {
          [SERVER_ID]: ['server.view', 'server.view.feed', 'server.modify.configuration'],
        },
        buckets: { [BUCKET]: [...names.permissions] },
      }),
    ])
    .put('players', [
      playerRow({ id: id('3'), server_id: SERVER_ID, name: 'Gr1efer' }),
      playerRow({ id: id('4'), server_id: SERVER_ID, name: 'Cheater' }),
      playerRow({ id: id('5'), server_id: SERVER_ID, name: 'Bert' }),
    ] as never);
  let pages = 0;
  connection.answer('bucketEntriesPage', () => {
    pages += 1;
    const rows = [pages === 1 ? filter : { ...filter, id: id('2'), term: 'cheater' }];
    return { ok: true, value: { rows, next: pages === 1 ? 'more' : null } } as never;
  });
  assign(connection, names);
  await choose();
  await expect.element(page.getByText(/Chernarus 1.*: 2 players are called so now/)).toBeVisible();
  await expect.element(page.getByText('Cheater', { exact: true })).toBeVisible();
  await expect.element(add).toHaveAttribute('data-kind', 'danger');
  await expect
    .element(page.getByRole('button', { name: /See what it would have found/ }))
    .toBeVisible();
});

it('says that everybody may play once the last whitelist is taken from a server where it is on', async () => {
  const used = (digit: string) => ({
    id: id(digit),
    server_id: SERVER_ID,
    identifier: 'Regulars',
    type: 'WHITELIST' as const,
    entries: 2,
    changed_at: 0,
    since: 0,
  });
  const connection = connect(ON).tell('serverBuckets', [used('7')]);
  leave = draw(
    <TakeAway
      from="ofServer"
      bucketId={id('7')}
      serverId={SERVER_ID}
      identifier="Regulars"
      entries={2}
      onClose={() => undefined}
    />,
    connection,
    '/',
  );
  const says = page.getByText(/from then on everybody may play there/);
  await expect.element(says).toBeVisible();
  connection.tell('serverBuckets', [used('7'), used('8')]);
  await expect.element(says).not.toBeInTheDocument();
});

it('gives a bucket back to the server that it was taken from', async () => {
  const connection = connect();
  leave = draw(
    <TakeAway
      from="servers"
      bucketId={BUCKET}
      serverId={SERVER_ID}
      identifier="Chernarus 1"
      entries={2}
      onClose={() => undefined}
    />,
    connection,
    '/',
  );
  await page.getByRole('button', { name: 'Take away' }).click();
  await page.getByRole('button', { name: 'Undo' }).last().click();
  await expect.element(page.getByText(/Chernarus 1.* uses it again\./)).toBeVisible();
  expect(connection.inputs('bucketAssign')).toEqual([
    { params: { bucket_id: BUCKET }, body: { server_id: SERVER_ID } },
  ]);
});

it('says why a bucket is not given back, and offers it to nobody who may not', async () => {
  const away = (connection: ReturnType<typeof connect>) =>
    draw(
      <TakeAway
        from="ofServer"
        bucketId={BUCKET}
        serverId={SERVER_ID}
        identifier="Regulars"
        entries={2}
        onClose={() => undefined}
      />,
      connection,
      '/',
    );
  leave = away(connect().answer('bucketAssign', () => refusal('limit-reached')));
  await page.getByRole('button', { name: 'Take away' }).click();
  await page.getByRole('button', { name: 'Undo' }).last().click();
  await expect.element(page.getByText('The limit is reached.')).toBeVisible();
  leave();
  leave = away(connect({}, named({ permissions: ['bucket.view', 'bucket.add'] })));
  await page.getByRole('button', { name: 'Take away' }).click();
  const taken = page.getByRole('status').filter({ hasText: /does not use .*Regulars.* any more/ });
  await expect.element(taken.last()).toBeVisible();
  expect(taken.last().getByRole('button', { name: 'Undo' }).elements()).toEqual([]);
});

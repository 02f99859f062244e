import { afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import '../style/base.css';
import '../parts/parts.css';
import { GAME, SERVER_ACTION } from '../../protocol/enumerations.ts';
import { SERVER_PERMISSION, type ServerPermission } from '../../protocol/permissions.ts';
import type { RowOf } from '../../protocol/resources/registry.ts';
import { runOf } from '../actions/run.ts';
import { draw } from '../app/doubles.tsx';
import { startClock } from '../data/clock.ts';
import { accountRow, FakeConnection, refusal, SERVER_ID, serverRow } from '../data/doubles.ts';
import { loadTexts, startTexts } from '../text/i18n.ts';
import { ServerSchedules } from './server-schedules.tsx';

let leave: (() => void) | undefined;
beforeAll(async () => {
  startClock();
  await startTexts();
  await loadTexts();
});
beforeEach(() => sessionStorage.clear());
afterEach(() => leave?.());

const OTHER = 'b'.repeat(24);
const job: RowOf<'jobs'> = {
  id: 'e'.repeat(24),
  server_id: SERVER_ID,
  name: 'Nightly',
  enabled: true,
  days: [0, 1, 2, 3, 4, 5, 6],
  time: { kind: 'absolute', minutes: 360 },
  action: SERVER_ACTION.SERVER_RESTART,
  parameter: null,
  warnings: [
    { minutes: 15, text: 'Restart in {minutes} min' },
    { minutes: 1, text: 'Bye' },
  ],
  lock_before: 2,
  kick_before: null,
  changed: 1,
};
const values = {
  name: 'Nightly',
  enabled: true,
  days: job.days,
  time: job.time,
  action: job.action,
  parameter: null,
  warnings: job.warnings,
  lock_before: 2,
  kick_before: null,
};

function open(
  jobs: readonly RowOf<'jobs'>[],
  may: readonly ServerPermission[] = SERVER_PERMISSION,
  limits: { servers: null; jobs?: number } = { servers: null },
  messages: readonly RowOf<'messages'>[] = [],
) {
  const account = accountRow({
    servers: { [SERVER_ID]: [...may], [OTHER]: [...SERVER_PERMISSION] },
    limits,
  });
  const { configuration } = serverRow();
  const rust = serverRow({
    id: OTHER,
    configuration: { ...configuration, identifier: 'Rusty', game: GAME.RUST },
  });
  const connection = new FakeConnection()
    .put('account', [account])
    .put('link', [])
    .put('servers', [serverRow(), rust])
    .tell('jobs', jobs)
    .tell('messages', messages)
    .tell('plans', []);
  leave = draw(
    <ServerSchedules server={serverRow()} account={account} />,
    connection,
    `/server/${SERVER_ID}/schedules`,
  );
  return connection;
}

const button = (name: string) => page.getByRole('button', { name, exact: true });
const field = (name: string) => page.getByRole('textbox', { name, exact: true });

it('a new job is a daily restart with a countdown, unless somebody says otherwise', async () => {
  const connection = open([]);
  await button('Add a job').click();
  await page.getByLabelText('Time').fill('04:30');
  await page.getByRole('checkbox', { name: 'Sun' }).click();
  await button('Remove the warning 15 minutes before').click();
  await field('Lock it, minutes before').fill('3');
  await button('Save').click();
  await expect.poll(() => connection.writes.length).toBe(1);
  const text = 'Restart in {minutes} min';
  expect(connection.writes[0]).toMatchObject({
    resource: 'jobs',
    write: 'add',
    server_id: SERVER_ID,
    values: {
      name: 'Restart',
      enabled: true,
      days: [0, 1, 2, 3, 4, 5],
      time: { kind: 'absolute', minutes: 270 },
      action: SERVER_ACTION.SERVER_RESTART,
      parameter: null,
      warnings: [10, 5, 1].map((minutes) => ({ minutes, text })),
      lock_before: 3,
      kick_before: null,
    },
  });
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument();
});

it('another action takes its own words and name, and its warnings are nobody’s countdown', async () => {
  const connection = open([]);
  await button('Add a job').click();
  await page.getByLabelText('What').selectOptions('Message');
  await button('Save').click();
  await expect.element(field('Message')).toHaveAccessibleDescription('This is required.');
  await field('Message').fill('Hello on ');
  await button('name of the server').click();
  await expect.element(field('Message')).toHaveValue('Hello on {server}');
  await expect.element(field('Message')).toHaveFocus();
  await userEvent.keyboard('!');
  await page.getByLabelText('When').selectOptions('After the server started');
  await field('Minutes after the start').fill('90');
  await expect.element(page.getByText('That is 1 hr 30 min.')).toBeVisible();
  await button('Save').click();
  await expect.poll(() => connection.writes.length).toBe(1);
  expect(connection.writes[0]).toMatchObject({
    values: {
      name: 'Message',
      parameter: 'Hello on {server}!',
      time: { kind: 'uptime', minutes: 90 },
      warnings: [],
    },
  });
});

it('says at the field what is wrong, and what the host refuses', async () => {
  const connection = open([]);
  await button('Add a job').click();
  const text = page.getByRole('textbox', { name: 'Text' }).first();
  await text.fill('In {hours}');
  await button('Save').click();
  await expect
    .element(page.getByText('A word in braces is unknown', { exact: false }))
    .toBeVisible();
  expect(connection.writes).toEqual([]);
  await text.fill('Soon');
  connection.wrote = refusal('limit-reached');
  await button('Save').click();
  await expect.element(page.getByRole('dialog').getByRole('alert')).toBeVisible();
  expect(connection.dismissed.length).toBe(1);
});

it('a job is told in words, stopped by its switch, changed over what it was, and removed with an undo', async () => {
  const connection = open([job]);
  const item = page.getByRole('list', { name: 'Jobs' }).getByRole('listitem');
  const words = () => item.element().textContent;
  await expect
    .poll(words)
    .toMatch(
      /^NightlyEvery day at 6:00\sAM(?:Next (?:today|tomorrow) at 6:00\sAM, in [\dhrmin ]+|Runs now)Restart/,
    );
  expect(words()).toMatch(/warns 15, 1 min before.*locks 2 min before$/);
  await page.getByRole('checkbox', { name: 'Run Nightly by itself' }).click();
  expect(connection.writes.at(-1)).toMatchObject({
    write: 'edit',
    values: { ...values, enabled: false },
    was: values,
  });
  await button('Edit Nightly').click();
  await page.getByLabelText('Name').fill('Early');
  connection.tell('jobs', [{ ...job, lock_before: 9 }]);
  await button('Save').click();
  await expect.poll(() => connection.writes.length).toBe(2);
  expect(connection.writes.at(-1)).toMatchObject({
    write: 'edit',
    values: { ...values, name: 'Early', lock_before: 9 },
    was: { ...values, lock_before: 9 },
  });
  await button('Remove Nightly').click();
  connection.tell('jobs', []);
  await expect.element(button('Undo')).toHaveFocus();
  await button('Undo').click();
  expect(connection.writes.slice(2).map(({ write }) => write)).toEqual(['remove', 'restore']);
  connection.tell('jobs', [job]);
  await expect.element(page.getByRole('checkbox', { name: 'Run Nightly by itself' })).toHaveFocus();
});

it('what is begun for many while another action runs stays open, and says why', async () => {
  const connection = open([job]);
  let answer: (() => void) | undefined;
  const held = new Promise<void>((resolve) => (answer = resolve));
  const run = runOf(connection);
  const busy = run.send([OTHER], {
    title: 'Restart',
    back: null,
    ask: async () => held.then(() => ({ ok: true, value: '' })),
  });
  await button('Copy Nightly to other servers').click();
  await field('Lock it, minutes before').fill('');
  await page.getByRole('checkbox', { name: /Rusty/ }).click();
  await button('Save on 1 server').click();
  await expect.element(page.getByText('The last action is still running.').first()).toBeVisible();
  await expect.element(button('Save on 1 server')).toBeVisible();
  expect(connection.writes).toEqual([]);
  answer?.();
  await busy;
  await button('Save on 1 server').click();
  await expect.poll(() => connection.writes.length).toBe(1);
});

it('a message that somebody else has reworded is not written over unseen', async () => {
  const message = {
    id: 'd'.repeat(24),
    server_id: SERVER_ID,
    enabled: true,
    mode: 'public',
    text: 'Hello',
    interval: 900,
    offset: 0,
    changed: 1,
  } as const;
  const connection = open([], SERVER_PERMISSION, { servers: null }, [message]);
  await button('Edit “Hello”').click();
  await field('Message').fill('Hello all');
  connection.tell('messages', [{ ...message, text: 'Good evening' }]);
  await button('Save').click();
  await expect.poll(() => connection.writes.length).toBe(1);
  expect(connection.writes[0]).toMatchObject({
    values: { text: 'Hello all' },
    was: { text: 'Hello' },
  });
});

it('a copy goes to the servers that are chosen, each with its result, and is removed again', async () => {
  const connection = open([job]);
  await button('Copy Nightly to other servers').click();
  const save = page.getByRole('button', { name: /^Save on/ });
  await expect.element(save).toHaveAccessibleDescription('Choose at least 1 server.');
  await page.getByRole('checkbox', { name: /Rusty/ }).click();
  // Rust has no lock.
  await expect.element(page.getByText('This game cannot do that.')).toBeVisible();
  await field('Lock it, minutes before').fill('');
  await button('Save on 1 server').click();
  await expect.element(page.getByText('1 of 1 done')).toBeVisible();
  expect(connection.writes.map(({ server_id, write }) => [server_id, write])).toEqual([
    [OTHER, 'add'],
  ]);
  const added = connection.writes.map(({ row_id }) => row_id);
  await button('Undo: remove again').click();
  await expect.poll(() => connection.writes.length).toBe(2);
  expect(connection.writes.slice(1).map(({ row_id, write }) => [row_id, write])).toEqual(
    added.map((id) => [id, 'remove']),
  );
});

it('a command with a password is refused at its field, and nothing is sent', async () => {
  const connection = open([]);
  await button('Add a job').click();
  await page.getByLabelText('What').selectOptions('Command');
  await field('Command').fill('rcon.password hunter22');
  await button('Save').click();
  await expect
    .element(field('Command'))
    .toHaveAccessibleDescription(/^Leave the password out: whoever may see/);
  expect(connection.writes).toEqual([]);
  await field('Command').fill('#restart');
  await button('Save').click();
  await expect.poll(() => connection.writes.length).toBe(1);
});

it('who may not restart the server may stop a job that does, and not begin one', async () => {
  const connection = open(
    [job],
    ['server.view', 'server.modify.configuration', 'server.action.message-public'],
  );
  await page.getByRole('checkbox', { name: 'Run Nightly by itself' }).click();
  expect(connection.writes.length).toBe(1);
  await button('Add a job').click();
  await expect
    .element(button('Save'))
    .toHaveAccessibleDescription(/You do not have permission to do this/);
  await button('Save').click({ force: true });
  expect(connection.writes.length).toBe(1);
});

it('says how many jobs there may be, and why no more', async () => {
  open([job], SERVER_PERMISSION, { servers: null, jobs: 1 });
  await expect.element(button('Add a job')).toHaveAccessibleDescription(/1 of 1 jobs. Remove one/);
});

it('a message is written with what it may name, to everybody or to each player', async () => {
  const connection = open([]);
  await button('Add a message').click();
  await field('Message').fill('Hi ');
  await page.getByLabelText('To').selectOptions('To each player');
  await button('name of the player').click();
  await expect.element(field('Message')).toHaveValue('Hi {player}');
  await page.getByLabelText('To').selectOptions('To everybody');
  await button('Save').click();
  await expect.element(field('Message')).toHaveAccessibleDescription(/A word in braces/);
  await page.getByLabelText('To').selectOptions('To each player');
  await field('Seconds between repeats').fill('');
  await field('Seconds after joining').fill('10');
  await button('Save').click();
  await expect.poll(() => connection.writes.length).toBe(1);
  expect(connection.writes[0]).toMatchObject({
    resource: 'messages',
    values: { enabled: true, mode: 'private', text: 'Hi {player}', interval: null, offset: 10 },
  });
});

it('who may not configure the server is told so, and sees no jobs', async () => {
  open([job], ['server.view']);
  await expect
    .element(page.getByText(/^You need the permission .* Ask whoever owns this server\.$/))
    .toBeVisible();
  await expect.element(page.getByText('Nightly')).not.toBeInTheDocument();
});

const message: RowOf<'messages'> = {
  id: 'f'.repeat(24),
  server_id: SERVER_ID,
  enabled: true,
  mode: 'public',
  text: 'Read the rules',
  interval: 900,
  offset: 0,
  changed: 1,
};

it('a message goes to many servers from one, and to those that can alone', async () => {
  const connection = open([], SERVER_PERMISSION, { servers: null }, [
    { ...message, mode: 'private' },
  ]);
  await button('Copy “Read the rules” to other servers').click();
  await page.getByRole('checkbox', { name: /Rusty/ }).click();
  await page.getByRole('checkbox', { name: /Chernarus/ }).click();
  // Rust has no private messages.
  await expect.element(page.getByText('This game cannot do that.')).toBeVisible();
  await expect.element(button('Save on 1 server')).toBeVisible();
  await page.getByLabelText('To', { exact: true }).selectOptions('To everybody');
  await button('Save on 2 servers').click();
  await expect.element(page.getByText('2 of 2 done')).toBeVisible();
  const { mode, text, interval, offset, enabled } = message;
  expect(connection.writes.map(({ server_id }) => server_id).toSorted()).toEqual([
    SERVER_ID,
    OTHER,
  ]);
  expect(connection.writes[0]).toMatchObject({
    resource: 'messages',
    write: 'add',
    values: { mode, text, interval, offset, enabled },
  });
});

it('who may not write to everybody may stop a message, and not begin one', async () => {
  const connection = open([], ['server.view', 'server.modify.configuration'], { servers: null }, [
    message,
  ]);
  await page.getByRole('checkbox', { name: 'Send “Read the rules” by itself' }).click();
  expect(connection.writes.at(-1)).toMatchObject({ values: { enabled: false } });
  connection.tell('messages', [{ ...message, enabled: false }]);
  await expect
    .element(page.getByRole('checkbox', { name: 'Send “Read the rules” by itself' }))
    .toBeDisabled();
  await button('Add a message').click();
  await expect
    .element(button('Save'))
    .toHaveAccessibleDescription(/You do not have permission to do this/);
});

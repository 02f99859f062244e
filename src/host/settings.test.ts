import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { expect, test } from 'vitest';
import { settingsDocument } from './settings-document.ts';
import { SettingError, readSettings, settingTable } from './settings.ts';

const project = resolve('/srv/muster');
const read = (environment: Record<string, string>) => readSettings(environment, project);

test('an empty environment gives a Muster for this machine alone', () => {
  expect(read({})).toEqual({
    port: 7070,
    host: '127.0.0.1',
    dataDir: resolve(project, '.muster'),
    databaseUrl: undefined,
    origin: undefined,
    apiOrigin: undefined,
    signUp: 'invitation',
    sessionDays: 30,
    playSessionDays: 90,
    feedDays: 30,
    plans: false,
    plan: { name: 'community', servers: null },
    freeJobs: 5,
    freeMessages: 5,
    freeWebhooks: 1,
    storageMib: 1_024,
    planStorageMib: { free: 100, basic: 500, pro: 2_048, community: 10_240, advanced: 20_480 },
    scheduleLate: 120,
    smtpUrl: undefined,
    mailFrom: 'Muster <muster@localhost>',
    trustProxy: false,
    metricsToken: undefined,
    steamApi: 'https://api.steampowered.com',
    logLevel: 'info',
    demo: null,
  });
});

test('an empty variable counts as absent', () => {
  expect(read({ PORT: ' ', DATABASE_URL: '' })).toEqual(read({}));
});

test('a relative data folder starts at the project, an absolute one stands', () => {
  expect(read({ MUSTER_DATA: 'data' }).dataDir).toBe(resolve(project, 'data'));
  expect(read({ MUSTER_DATA: '/var/lib/muster' }).dataDir).toBe(resolve('/var/lib/muster'));
});

test('values are taken as they are meant', () => {
  expect(read({ PORT: '0' }).port).toBe(0);
  expect(read({ MUSTER_ORIGIN: 'https://Muster.example.org/' }).origin).toBe(
    'https://muster.example.org',
  );
  expect(read({ MUSTER_TRUST_PROXY: '2' }).trustProxy).toBe(2);
  // The form of before: it would have believed what the caller wrote.
  expect(read({ MUSTER_TRUST_PROXY: 'true' }).trustProxy).toBe(1);
  expect(read({ MUSTER_TRUST_PROXY: '127.0.0.1, 10.0.0.0/8' }).trustProxy).toEqual([
    '127.0.0.1',
    '10.0.0.0/8',
  ]);
});

test('private networks are all, none, or those that are named', () => {
  const chosen = (text: string) => read({ MUSTER_PRIVATE_ADDRESSES: text }).privateAddresses;
  expect([chosen(''), chosen('true'), chosen('false')]).toEqual([undefined, true, false]);
  expect(chosen('127.0.0.1, fd00::/8')).toEqual(['127.0.0.1', 'fd00::/8']);
});

test.each([
  ['MUSTER_PRIVATE_ADDRESSES', '10.0.0.0/33'],
  ['PORT', 'seven'],
  ['PORT', '65536'],
  ['PORT', '-1'],
  ['PORT', '70.5'],
  ['HOST', 'two words'],
  ['DATABASE_URL', 'mysql://there'],
  ['MUSTER_TRUST_PROXY', '10.0.0.0/99'],
  ['MUSTER_ORIGIN', 'muster.example.org'],
  ['MUSTER_ORIGIN', 'https://example.org/muster'],
  ['MUSTER_SIGNUP', 'sometimes'],
  ['MUSTER_SESSION_DAYS', '0'],
  ['SMTP_URL', 'mail.example.org'],
  ['MAIL_FROM', 'nobody'],
  ['MUSTER_TRUST_PROXY', 'yes'],
  ['MUSTER_METRICS_TOKEN', 'short'],
  ['LOG_LEVEL', 'loud'],
])('%s=%s is refused in one sentence that says what to do', (variable, value) => {
  const expected = new RegExp(
    `^The setting ${variable}.* must be [^\n]*: change it, or leave it out\\.$`,
  );
  expect(() => read({ [variable]: value })).toThrow(expected);
  expect(() => read({ [variable]: value })).toThrow(SettingError);
});

test('no message repeats a value that may hold a password', () => {
  expect(() => read({ DATABASE_URL: 'hunter2' })).not.toThrow('hunter2');
  expect(() => read({ SMTP_URL: 'hunter2' })).not.toThrow('hunter2');
});

test('every setting of the table is read', () => {
  expect(Object.keys(read({}))).toEqual([...Object.keys(settingTable), 'demo']);
});

test('the document of settings is current', async () => {
  const file = resolve(import.meta.dirname, '../../docs/settings.md');
  expect(await readFile(file, 'utf8')).toBe(settingsDocument());
});

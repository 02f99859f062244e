import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { SMTPServer } from 'smtp-server';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { createTestDeps, type TestDeps } from '../../../tests/support/host.ts';
import { startMailer, type Mailer } from './mailer.ts';
import { queueMail, sweepOutbox, waitingMails } from './outbox.ts';

let test: TestDeps;
let received: string[];
let refuse: boolean;
let server: SMTPServer;
let mailers: Mailer[] = [];

beforeAll(async () => {
  test = await createTestDeps();
  received = [];
  refuse = false;
  server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onData(stream, _session, done) {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', () => {
        if (refuse) return done(new Error('Mailbox full'));
        received.push(Buffer.concat(chunks).toString());
        done();
      });
    },
  });
  server.listen(0, '127.0.0.1');
  await once(server.server, 'listening');
});

afterEach(async () => {
  await Promise.all(mailers.map((mailer) => mailer.stop()));
  mailers = [];
});

afterAll(async () => {
  await new Promise<void>((closed) => server.close(closed));
  await test.close();
});

function mailer(): Mailer {
  const { port } = server.server.address() as AddressInfo;
  const { db, secrets, clock, log } = test.deps;
  const smtpUrl = `smtp://127.0.0.1:${port}`;
  const started = startMailer({ db, secrets, clock, log, smtpUrl, from: 'Muster <m@example.org>' });
  mailers.push(started);
  return started;
}

async function queue(subject: string): Promise<void> {
  const { db, secrets, clock } = test.deps;
  const mail = { to: 'ada@example.org', subject, text: `The link of ${subject}` };
  await db.transaction().execute((trx) => queueMail(trx, secrets, mail, clock()));
}

it('sends each mail once, however many hosts send', async () => {
  await queue('first');
  await queue('second');
  const hosts = [mailer(), mailer()];
  for (const host of hosts) host.wake();
  await Promise.all(hosts.map((host) => host.idle()));
  const subjects = received.map((text) => /^Subject: (.*)\r$/m.exec(text)?.[1]);
  expect(new Set(subjects)).toEqual(new Set(['first', 'second']));
  expect(subjects).toHaveLength(2);
  expect(received.join('')).toContain('From: Muster <m@example.org>');
  const rows = await test.deps.db.selectFrom('outbox').selectAll().execute();
  expect(rows.map((row) => row.sealed_text)).toEqual([null, null]);
});

it('keeps a mail that the server refuses, and tries again later', async () => {
  const { db, secrets, clock } = test.deps;
  refuse = true;
  await queue('patient');
  const host = mailer();
  host.wake();
  await host.idle();
  const [waiting] = await waitingMails(db, secrets, clock());
  expect(waiting).toMatchObject({ subject: 'patient', attempts: 1 });
  expect(waiting?.lastError).toContain('Mailbox full');

  refuse = false;
  host.wake();
  await host.idle();
  expect(received).toHaveLength(2);
  test.advance(30_000);
  host.wake();
  await host.idle();
  expect(received).toHaveLength(3);
});

it('keeps the text sealed, and forgets a mail that waited too long', async () => {
  const { db, secrets, clock } = test.deps;
  await queue('sealed');
  const rows = await db.selectFrom('outbox').selectAll().where('sent_at', 'is', null).execute();
  expect(rows[0]?.sealed_text?.includes('The link')).toBe(false);
  test.advance(4 * 86_400_000);
  expect(await waitingMails(db, secrets, clock())).toEqual([]);
  await sweepOutbox(db, clock());
  expect(await db.selectFrom('outbox').selectAll().execute()).toEqual([]);
});

/** What an installation does not take from another: forged, repeated, late, from elsewhere, or of a forbidden address. */
import { createServer, type Server } from 'node:https';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { requestText } from '../../src/domain/federation/signed.ts';
import { readLink } from '../../src/domain/federation/link.ts';
import { fingerprintOf, installationKey } from '../../src/host/federation/key.ts';
import { serve } from '../../src/host/federation/serve.ts';
import { FEDERATION_HEADER, FEDERATION_PATH } from '../../src/protocol/federation/wire.ts';
import { problem } from '../../src/protocol/problem.ts';
import { newId } from '../../src/host/store/ids.ts';
import { LOCALHOST } from './https-front.ts';
import { Installation, Time } from './installations.ts';

const time = new Time();
let there: Installation;
let here: Installation;

beforeAll(async () => {
  there = await Installation.start(time);
  here = await Installation.start(time);
});
afterAll(async () => {
  await here.stop();
  await there.stop();
});

/** A request to `there`, signed by `here`, each part of which may be another. */
async function asked(of: { at?: number; body?: string; to?: string; signed?: object } = {}) {
  const key = await installationKey(here.deps, time.now);
  const other = await installationKey(there.deps, time.now);
  const { at = time.now, to = fingerprintOf(other.publicKey) } = of;
  const body = of.body ?? JSON.stringify({ share_id: newId(0) });
  const [path, nonce] = [
    FEDERATION_PATH.leave,
    Buffer.alloc(16, Math.random() * 256).toString('base64url'),
  ];
  const text = { to, path, time: String(at), nonce, body, ...of.signed };
  return {
    body,
    headers: {
      [FEDERATION_HEADER.key]: key.publicKey,
      [FEDERATION_HEADER.time]: String(at),
      [FEDERATION_HEADER.nonce]: nonce,
      [FEDERATION_HEADER.signature]: key.sign(requestText(text)),
    },
  };
}

async function answered({ headers, body }: Awaited<ReturnType<typeof asked>>): Promise<unknown> {
  return JSON.parse((await serve(there.deps, 'leave', headers, body)).body);
}

it.each([
  ['another body', { signed: { body: '{}' } }, 'signature'],
  ['another path', { signed: { path: FEDERATION_PATH.pull } }, 'signature'],
  ['another time', { signed: { time: '1' } }, 'signature'],
  ['another installation', { to: '0'.repeat(32) }, 'signature'],
  ['a time of ten minutes ago', { at: time.now - 600_000 }, 'clock-apart'],
  ['a time in ten minutes', { at: time.now + 600_000 }, 'clock-apart'],
  ['no share', {}, 'not-shared'],
  ['what no schema takes', { body: '{"share_id":1}' }, 'unreadable'],
])('a request that is signed for %s is refused', async (_, of, refused) => {
  expect(await answered(await asked(of))).toEqual({ refused });
});

it('the same request is taken once', async () => {
  const { share_id } = readLink(await there.share(await there.newList('Theirs')));
  const request = await asked({ body: JSON.stringify({ share_id }) });
  expect(await answered(request)).toEqual({ refused: 'not-shared' });
  expect(await answered(request)).toEqual({ refused: 'replayed' });
});

it('nothing is kept of whoever signs for what is not shared with them', async () => {
  const kept = async () =>
    (await there.deps.db.selectFrom('signed_requests').select('nonce').execute()).length;
  const before = await kept();
  expect(await answered(await asked())).toEqual({ refused: 'not-shared' });
  expect(await kept()).toBe(before);
});

it('whoever asks too often is counted by their network of IPv6, and nobody else with them', async () => {
  const left = async (remoteAddress: string) => {
    const url = FEDERATION_PATH.pull;
    const answer = await there.app.inject({ method: 'POST', url, payload: {}, remoteAddress });
    return Number(answer.headers['x-ratelimit-remaining']);
  };
  const first = await left('2001:db8:1:2::1');
  expect(await left('2001:db8:1:2:ffff::9')).toBe(first - 1);
  expect(await left('2001:db8:1:3::1')).toBe(first);
});

it('without a signature nothing is read', async () => {
  const { body } = await asked();
  expect(await answered({ body, headers: {} as never })).toEqual({ refused: 'signature' });
});

async function refusedFollow(at: Installation, link: string) {
  const list = await at.newList('Own');
  const body = { remote_id: newId(time.now), link, addresses: false };
  const answer = await at.owner.browser.post(`/app/v1/banlist/${list}/remotes`, body);
  const { code, fields } = problem.parse(answer.json());
  return [code, fields?.['link']];
}

it('an address that the operator does not allow is not connected to', async () => {
  const walled = await Installation.start(time, { privateAddresses: false });
  const link = await there.share(await there.newList('Theirs'));
  const before = there.way.open();
  expect(await refusedFollow(walled, link)).toEqual(['remote-failed', 'address-not-allowed']);
  for (const host of ['127.0.0.1', '[::1]', '[::ffff:10.0.0.1]', '169.254.169.254', '2130706433']) {
    const elsewhere = link.replace(/^https:\/\/[^/]+/, `https://${host}`);
    expect(await refusedFollow(walled, elsewhere)).toEqual([
      'remote-failed',
      'address-not-allowed',
    ]);
  }
  expect(there.way.open()).toBe(before);
  await walled.stop();
});

it('an installation with another key than the link says is believed nothing', async () => {
  const third = await Installation.start(time);
  const link = await there.share(await there.newList('Theirs'));
  const moved = link.replace(readLink(link).origin, third.origin);
  expect(await refusedFollow(here, moved)).toEqual(['remote-failed', 'key-changed']);
  expect(await refusedFollow(there, link)).toEqual(['follows-itself', 'follows-itself']);
  await third.stop();
});

it('a followed list whose installation answers with another key goes on as it was', async () => {
  const theirs = await there.newList('Theirs');
  const own = await here.newList('Own');
  await there.ban(theirs, { kind: 'identity', steam_id: '76561190000000001' });
  const remote = await here.follow(own, await there.share(theirs));
  await here.pull(remote);
  await there.deps.db.deleteFrom('installation_key').execute();
  await there.ban(theirs, { kind: 'identity', steam_id: '76561190000000002' });
  time.pass(60_000);
  await here.pull(remote);
  expect(await here.remotes(own)).toMatchObject([
    { state: 'failing', cause: 'key-changed', bans: 1 },
  ]);
});

it.each([
  ['sends elsewhere', 302, { location: 'https://localhost:1/' }, '', 'unreadable'],
  ['is another program', 200, {}, '<html></html>', 'unreadable'],
  ['answers without an end', 200, {}, 'x'.repeat(3_000_000), 'unreadable'],
  ['has too much to do', 503, {}, '', 'busy'],
  ['knows no such path', 404, {}, '{}', 'version'],
] as const)('whoever %s is no installation', async (_, status, headers, body, cause) => {
  const { front, port } = await answering(status, headers, body);
  const link = await there.share(await there.newList('Theirs'));
  const elsewhere = link.replace(readLink(link).origin, `https://localhost:${port}`);
  expect(await refusedFollow(here, elsewhere)).toEqual(['remote-failed', cause]);
  await new Promise((done) => front.close(done));
});

async function answering(
  status: number,
  headers: object,
  body: string,
): Promise<{ front: Server; port: number }> {
  const front = createServer(LOCALHOST, (_asked, answer) => {
    answer.writeHead(status, { ...headers }).end(body);
  });
  await new Promise<void>((done) => front.listen(0, '127.0.0.1', done));
  return { front, port: (front.address() as AddressInfo).port };
}

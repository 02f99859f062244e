/** The host is killed while it tells a webhook: every ban is told, and under one id, however often. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { newId } from '../../src/host/store/ids.ts';
import { CALLS } from '../../src/protocol/calls.ts';
import { WEBHOOK_EVENT } from '../../src/protocol/webhooks/limits.ts';
import { LOCALHOST } from '../federation/https-front.ts';
import { founder } from '../support/accounts.ts';
import { startHost, type RunningHost } from '../support/running-host.ts';
import { WebPerson } from '../support/web-person.ts';
import { SECRET, startReceiver, type Receiver } from './receiver.ts';

const KILLS = 5;
const AT_ONCE = 10;
const WAIT = { timeout: 60_000, interval: 20 };

let folder: string;
let host: RunningHost;
let receiver: Receiver;
let owner: WebPerson;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'muster-ca-'));
  const trusted = join(folder, 'ca.pem');
  await writeFile(trusted, LOCALHOST.cert);
  host = await startHost({ NODE_EXTRA_CA_CERTS: trusted });
  receiver = await startReceiver();
  owner = new WebPerson(host.origin);
}, 120_000);
afterAll(async () => {
  await host.stop();
  await receiver.stop();
  await rm(folder, { recursive: true });
});

async function post(path: string, body: object): Promise<unknown> {
  const answer = await owner.post(`/app/v1/${path}`, body);
  if (answer.status !== 200) throw new Error(JSON.stringify(answer.body));
  return answer.body;
}

/** The ids under which each ban was told. */
function told(): ReadonlyMap<string, ReadonlySet<string>> {
  const ids = new Map<string, Set<string>>();
  for (const { id, signed } of receiver.received) {
    const ban = signed?.data['ban'] as { readonly steam_id: string } | null | undefined;
    if (ban === null || ban === undefined) continue;
    ids.set(ban.steam_id, (ids.get(ban.steam_id) ?? new Set()).add(id));
  }
  return ids;
}

it('tells every ban through kills, and each under one id', { timeout: 300_000 }, async () => {
  await post('auth/found', founder);
  const [banlist_id, webhook_id] = [newId(Date.now()), newId(Date.now())];
  const { muster_id } = CALLS.session.answer.parse((await owner.get(CALLS.session.path)).body);
  const steamOf = (at: number) => String(76561190000100000n + BigInt(at));
  await post('banlists/create', {
    banlist_id,
    identifier: 'Watch',
    owner: { kind: 'account', id: muster_id },
  });
  await post(`banlist/${banlist_id}/webhooks`, {
    webhook_id,
    url: receiver.origin,
    flavor: 'MUSTER',
    events: WEBHOOK_EVENT,
    secret: SECRET,
    username: null,
    avatar_url: null,
  });
  await expect.poll(() => receiver.received.length, WAIT).toBe(1);
  for (let kill = 0; kill < KILLS; kill += 1) {
    // Each time it is killed a little later in its work: with an answer that it waits for, or does not.
    const hangs = kill % 2 === 1;
    let more = 0;
    receiver.answers(() => (hangs && (more += 1) > kill ? null : 200));
    await post(`banlist/${banlist_id}/bans/import`, {
      import_id: newId(Date.now()),
      bans: Array.from({ length: AT_ONCE }, (_, at) => ({
        banned: { kind: 'steam', value: steamOf(kill * AT_ONCE + at) },
        reason: 'Griefing',
        until: null,
      })),
    });
    await expect.poll(() => told().size, WAIT).toBeGreaterThan(kill * AT_ONCE + kill);
    await host.kill();
    receiver.answers(() => 200);
    await host.start();
    await expect.poll(() => told().size, WAIT).toBe((kill + 1) * AT_ONCE);
  }
  const all = told();
  expect([...all.keys()].toSorted()).toEqual(
    Array.from({ length: KILLS * AT_ONCE }, (_, at) => steamOf(at)),
  );
  for (const [ban, ids] of all) expect([ban, ids.size]).toEqual([ban, 1]);
});

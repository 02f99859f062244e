/** A host with simulated servers, and what an admin does about their doors. */
import { CALLS } from '../../src/protocol/calls.ts';
import type { EventData } from '../../src/protocol/events.ts';
import { newId } from '../../src/host/store/ids.ts';
import { createTestAccount } from './accounts.ts';
import { startLiveHost, type LiveHost } from './live-host.ts';
import { watchSim, type WatchedSim } from './watched-sim.ts';

export type Account = Awaited<ReturnType<typeof createTestAccount>>;
export type KeptOut = Extract<EventData<'server:feed'>['entry'], { kind: 'kept-out' }>;

export interface KeptDoors {
  readonly host: LiveHost;
  readonly owner: Account;
  readonly watch: (of?: Parameters<typeof watchSim>[2]) => Promise<WatchedSim>;
  readonly post: (path: string, body: object, by?: Account) => Promise<void>;
  /** A bucket that the server uses. */
  readonly bucket: (
    serverId: string,
    type: string,
    entries: readonly object[],
    by?: Account,
  ) => Promise<string>;
  /** The list that bans go to which are made from the server. */
  readonly primaryList: (serverId: string) => Promise<string>;
  readonly bannedOn: (banlistId: string) => Promise<readonly string[]>;
  /** The servers are gone. */
  readonly stopSims: () => Promise<void>;
  readonly stop: () => Promise<void>;
}

export async function startKeptDoors(
  settings?: Parameters<typeof startLiveHost>[2],
): Promise<KeptDoors> {
  const host = await startLiveHost(undefined, false, settings);
  const owner = await createTestAccount(host.app, host.deps, ['host.server.create']);
  const watched: WatchedSim[] = [];
  const post: KeptDoors['post'] = async (path, body, by = owner) => {
    const answer = await by.browser.post(`/app/v1/${path}`, { ...body });
    if (answer.statusCode !== 200) throw new Error(answer.body);
  };
  const ownedBy = ({ id }: Account) => ({ kind: 'account', id });
  const stopSims = async () => {
    for (const one of watched.splice(0)) await one.stop();
  };
  return {
    host,
    owner,
    post,
    stopSims,
    async watch(of) {
      const one = await watchSim(host, owner.browser, of);
      watched.push(one);
      return one;
    },
    async bucket(serverId, type, entries, by = owner) {
      const bucket_id = newId(Date.now());
      const made = { bucket_id, type, identifier: type, owner: ownedBy(by) };
      await post('buckets/create', made, by);
      const ids = entries.map((entry) => ({ entry_id: newId(Date.now()), ...entry }));
      if (ids.length > 0) await post(`bucket/${bucket_id}/entries/add`, { entries: ids }, by);
      await post(`bucket/${bucket_id}/servers`, { server_id: serverId }, by);
      return bucket_id;
    },
    async primaryList(serverId) {
      const banlist_id = newId(Date.now());
      await post('banlists/create', { banlist_id, identifier: 'Watch', owner: ownedBy(owner) });
      await post(`banlist/${banlist_id}/servers`, { server_id: serverId, primary: true });
      return banlist_id;
    },
    async bannedOn(banlistId) {
      const answer = await owner.browser.get(`/app/v1/banlist/${banlistId}/bans`);
      return CALLS.bansPage.answer.parse(answer.json()).rows.map(({ name }) => name);
    },
    async stop() {
      await stopSims();
      await host.stop();
    },
  };
}

/** An entry of a bucket, by a SteamID64. */
export const bySteam = (steam_id: string) => ({
  what: { kind: 'identity', steam_id },
  minutes: null,
});

/** Everybody whom the feed tells to be warned, or kept out. */
export function decided({ client }: WatchedSim): readonly KeptOut[] {
  return client.frames.flatMap((frame) =>
    frame.event === 'server:feed' && frame.data.entry.kind === 'kept-out' ? [frame.data.entry] : [],
  );
}

/** The same, as `rule what name`. */
export const didTo = (of: WatchedSim) => () =>
  decided(of).map(({ rule, did, player: { name } }) => `${rule} ${did} ${name}`);

/** The names of those who were on the server and are known by who they are. */
export const known =
  ({ client }: WatchedSim) =>
  () => [
    ...new Set(
      client.frames.flatMap((frame) =>
        frame.event === 'gsm:player:create' && frame.data.player.muster_id !== null
          ? [frame.data.player.name]
          : [],
      ),
    ),
  ];

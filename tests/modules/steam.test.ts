/** Steam accounts at simulated game servers, by a server that answers as Steam does. */
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { didTo, known, startKeptDoors, type KeptDoors } from '../support/kept-doors.ts';
import { FakeSteam, type SteamPlayer } from '../support/steam-api.ts';

const WAIT = { timeout: 20_000, interval: 20 };
/** A preview may be asked for 60 times a minute, by all of these tests together. */
const PREVIEW_WAIT = { timeout: 20_000, interval: 1_000 };
const DAY_SECONDS = 86_400;
const now = Math.floor(Date.now() / 1_000);

const NAMES = ['Ada', 'Bob', 'Cy', 'Dee', 'Eve', 'Fay', 'Gus'];
const idOf = (name: string) => `7656119000000000${NAMES.indexOf(name)}`;
const old: SteamPlayer = { persona: 'x', public: true, createdSeconds: now - 900 * DAY_SECONDS };

let steam: FakeSteam;
let doors: KeptDoors;
beforeAll(async () => {
  steam = new FakeSteam();
  doors = await startKeptDoors({ steamKey: steam.key, steamApi: await steam.start() });
});
afterEach(() => doors.stopSims());
afterAll(async () => {
  await doors.stop();
  await steam.stop();
});

const NOTHING = { kick_private: false, kick_vac: false, vac_grace_days: 0, min_age_days: 0 };
const set = (id: string, of: object) =>
  doors.post(`server/${id}/modules`, { steam: { ...NOTHING, ...of } });

async function preview(id: string, of: object): Promise<object> {
  const path = `/app/v1/server/${id}/modules/preview`;
  return (await doors.owner.browser.post(path, { steam: { ...NOTHING, ...of } })).json();
}

it('private profiles, VAC bans and young accounts leave once Steam has said so, and nobody else', async () => {
  steam.players.set(idOf('Ada'), old);
  steam.players.set(idOf('Bob'), { ...old, vac: 1, days: 40 });
  steam.players.set(idOf('Cy'), { persona: 'x', public: false });
  steam.players.set(idOf('Dee'), { ...old, createdSeconds: now - 9 * DAY_SECONDS });
  const one = await doors.watch({ game: 'RUST' });
  const { id, on, sim } = one;
  for (const name of ['Ada', 'Bob', 'Cy', 'Dee']) sim.join({ name, steamId: idOf(name) });
  const all = { kick_private: true, kick_vac: true, min_age_days: 10 };
  await expect
    .poll(() => preview(id, all), PREVIEW_WAIT)
    .toEqual({ players: 4, kept_out: 3, unknown: 0 });
  await set(id, all);
  await expect.poll(on, WAIT).toEqual(['Ada']);
  await expect
    .poll(() => didTo(one)().toSorted(), WAIT)
    .toEqual(['steam-age kick Dee', 'steam-private kick Cy', 'vac kick Bob']);
  // Whoever made their profile public is asked about again when they come, and may stay.
  steam.players.set(idOf('Cy'), old);
  sim.join({ name: 'Cy', steamId: idOf('Cy') });
  const ofCy = () =>
    doors.host.deps.db
      .selectFrom('steam_accounts')
      .select('state')
      .where('steam_id', '=', idOf('Cy'))
      .executeTakeFirst();
  await expect.poll(ofCy, WAIT).toEqual({ state: 'public' });
  // One whose ban is old enough for the grace may stay, too.
  await set(id, { ...all, vac_grace_days: 40 });
  sim.join({ name: 'Bob', steamId: idOf('Bob') });
  sim.join({ name: 'Dee', steamId: idOf('Dee') });
  await expect.poll(() => didTo(one)().filter((did) => did.endsWith('Dee')), WAIT).toHaveLength(2);
  await expect.poll(() => on().toSorted(), WAIT).toEqual(['Ada', 'Bob', 'Cy']);
  await set(id, { ...all, vac_grace_days: 41 });
  await expect.poll(() => on().toSorted(), WAIT).toEqual(['Ada', 'Cy']);
});

it('while Steam does not answer, a VAC ban that it told of counts, and that a profile was private does not', async () => {
  const one = await doors.watch({ game: 'RUST' });
  const { id, on, sim } = one;
  for (const [name, vac] of [
    ['Fay', 1],
    ['Gus', 0],
  ] as const) {
    steam.players.set(idOf(name), { persona: 'x', public: false, vac, days: 3 });
    sim.join({ name, steamId: idOf(name) });
  }
  const all = { kick_private: true, kick_vac: true };
  await expect.poll(() => preview(id, all), PREVIEW_WAIT).toMatchObject({ kept_out: 2 });
  steam.trouble = { status: 503, body: 'down' };
  for (const { id: number } of sim.roster()) sim.leave(number);
  await expect.poll(on, WAIT).toEqual([]);
  for (const name of ['Fay', 'Gus']) sim.join({ name, steamId: idOf(name) });
  await expect
    .poll(() => preview(id, all), PREVIEW_WAIT)
    .toMatchObject({ players: 2, kept_out: 1 });
  await set(id, all);
  await expect.poll(didTo(one), WAIT).toEqual(['vac kick Fay']);
  expect(on()).toEqual(['Gus']);
});

it('while Steam does not answer, whoever it has said nothing of may stay, and the screen is told', async () => {
  steam.players.set(idOf('Eve'), { persona: 'x', public: false });
  steam.trouble = { status: 503, body: 'down' };
  const one = await doors.watch({ game: 'RUST' });
  const { id, on, sim } = one;
  await set(id, { kick_private: true });
  sim.join({ name: 'Eve', steamId: idOf('Eve') });
  await expect.poll(known(one), WAIT).toContain('Eve');
  const state = async () => (await doors.owner.browser.get('/app/v1/steam')).json();
  await expect
    .poll(state, WAIT)
    .toEqual({ on: true, trouble: { kind: 'maintenance', since: expect.any(Number) } });
  expect(await preview(id, { kick_private: true })).toEqual({
    players: 1,
    kept_out: 0,
    unknown: 1,
  });
  expect(on()).toEqual(['Eve']);
});

import { expect, type BrowserContext, type Page } from '@playwright/test';
import { battleyeGuid } from '../../../src/domain/players/battleye-guid.ts';
import { userResolve } from '../../../src/protocol/persons/search-calls.ts';
import type { SimServer } from '../../../src/sim/server.ts';
import { expectAccessible } from '../support/accessible.ts';
import { countDeeds } from '../support/count.ts';
import { byPalette, moveTo, pressOn, tabTo, tick } from '../support/keyboard.ts';
import { statusAnswer } from '../../../src/protocol/session/fields.ts';
import {
  addServer,
  call,
  expectRight,
  found,
  freshSteamId,
  join,
  openServer,
  shownPlayers,
  startDayz,
  test,
} from '../support/portal.ts';

interface Beset {
  readonly sim: SimServer;
  readonly id: string;
  readonly steamId?: string;
  /** The SteamID64 of whoever asks who it was. */
  readonly ann?: string;
}

/** What is known of Ann: another name of hers, and a note, a ban and a bucket that have her. */
async function knowAnn(
  page: Page,
  origin: string,
  { sim, id, ann }: Beset & { readonly ann: string },
) {
  const annie = join(sim, 'Annie', ann);
  const known = async () => {
    const answer = await page.request.get(`${origin}/app/v1/user-resolve?identifier=${ann}`);
    return answer.ok() ? userResolve.answer.parse(await answer.json()).muster_id : '';
  };
  await expect.poll(known).not.toBe('');
  const who = await known();
  sim.leave(annie);
  const { user } = statusAnswer.parse(
    await (await page.request.get(`${origin}/app/v1/@me/status`)).json(),
  );
  const owner = { kind: 'account', id: user.muster_id };
  const [list, bucket] = ['5'.repeat(24), '6'.repeat(24)];
  const about = { kind: 'person', muster_id: who };
  const asked = [
    [
      `server/${id}/notes`,
      { id: list, values: { player_id: who, comment: 'Builds at the airfield' } },
    ],
    ['banlists/create', { banlist_id: list, identifier: 'Old list', owner }],
    [
      `banlist/${list}/bans/create`,
      { ban_id: list, who: about, reason: 'Wall glitching', minutes: null },
    ],
    ['buckets/create', { bucket_id: bucket, identifier: 'Regulars', type: 'GENERIC', owner }],
    [
      `bucket/${bucket}/entries/add`,
      { entries: [{ entry_id: bucket, what: about, comment: '', minutes: null }] },
    ],
  ] as const;
  for (const [path, body] of asked) {
    expect([path, (await call(page, `/app/v1/${path}`, body)).status]).toEqual([path, 200]);
  }
}

/** Somebody writes in the chat who is not wanted there, and an admin has the server before them. */
async function beset(
  context: BrowserContext,
  origin: string,
  { sim, id, steamId, ann: known }: Beset,
) {
  const room = await openServer(context, origin, id);
  await room.setViewportSize({ width: 1440, height: 900 });
  await expect(room.getByText('Online').first()).toBeVisible();
  const ann = join(sim, 'Ann', known);
  const griefer = join(sim, 'xX_Bob_Xx', steamId);
  await expectRight(room, sim);
  sim.chat(ann, 'Global', 'who blew up my base');
  sim.chat(griefer, 'Global', 'me, you are next');
  const seeGriefer = () =>
    room
      .locator('.feed-entry[data-kind="chat"]', { hasText: 'you are next' })
      .getByRole('link', { name: 'xX_Bob_Xx' })
      .click();
  return { room, griefer, seeGriefer };
}

test('a griefer seen in the chat is kicked by three clicks and keys', async ({
  page,
  context,
  host,
  sim,
}) => {
  await found(page, host.origin);
  const id = await addServer(page, sim, 'Chernarus 1');
  const ann = freshSteamId();
  await knowAnn(page, host.origin, { sim, id, ann });
  const { room, griefer, seeGriefer } = await beset(context, host.origin, { sim, id, ann });
  const counted = await countDeeds(room);
  await seeGriefer();
  const dialog = room.getByRole('dialog');
  await expect(dialog.getByRole('heading', { name: 'xX_Bob_Xx' })).toBeVisible();
  await dialog.getByRole('button', { name: 'Kick' }).click();
  await expect(dialog.getByRole('heading', { name: /^Kick .*xX_Bob_Xx/ })).toBeVisible();
  await expect(dialog.getByText('me, you are next')).toBeVisible();
  await expect(dialog.getByLabel('Reason')).toBeFocused();
  await room.keyboard.type('Griefing');
  await room.keyboard.press('Enter');
  await expect(dialog).toHaveCount(0);
  await expect.poll(() => sim.roster().some((player) => player.id === griefer)).toBe(false);
  await expect.poll(() => shownPlayers(room)).toEqual(['Ann']);
  await expect(room.getByText('was kicked: Griefing')).toBeVisible();
  counted.expectAtMost(3);
  expect(counted.deeds.length).toBeGreaterThan(0);

  await test.step('all that is known of a name in the chat is seen by two clicks', async () => {
    const address = room.url();
    counted.again();
    const line = room.locator('.feed-entry[data-kind="chat"]', { hasText: 'who blew up' });
    await line.getByRole('link', { name: 'Ann' }).click();
    await dialog.getByRole('link', { name: 'Profile' }).click();
    await expect(room.getByRole('heading', { name: 'Ann', level: 1 })).toBeVisible();
    for (const part of ['Who this is', 'Where and when', 'Statistics', 'May be the same person']) {
      await expect(room.getByRole('heading', { name: part })).toBeVisible();
    }
    const about = room.getByRole('region', { name: 'Who this is' });
    await expect(about.getByText(battleyeGuid(ann))).toBeVisible();
    await expect(about.getByText('Annie', { exact: true })).toBeVisible();
    await expect(about.getByText('Playtime')).toBeVisible();
    await expect(about.getByText('Builds at the airfield')).toBeVisible();
    await expect(about.getByRole('link', { name: 'Wall glitching' })).toBeVisible();
    await expect(about.getByRole('link', { name: 'Regulars' })).toBeVisible();
    const stays = room.getByRole('region', { name: 'Where and when' });
    await expect(stays.getByText('still on', { exact: true })).toBeVisible();
    await expect(stays.getByText('left', { exact: true })).toBeVisible();
    const traces = room.getByRole('region', { name: 'Traces' });
    await expect(traces.getByRole('row', { name: /^Player name Annie 1/ })).toBeVisible();
    await expect(traces.getByRole('row', { name: /^IPv4 address/ }).first()).toBeVisible();
    counted.expectAtMost(2);
    expect(counted.deeds).toHaveLength(2);
    await expectAccessible(room);
    await room.goto(address);
    await expectRight(room, sim);
    await tabTo(room.getByRole('log', { name: 'Feed' }));
    await moveTo(line.getByRole('link', { name: 'Ann' }), 'ArrowUp');
    await room.keyboard.press('Enter');
    await pressOn(dialog.getByRole('link', { name: 'Profile' }));
    await expect(room.getByRole('heading', { name: 'Ann', level: 1 })).toBeVisible();
    await room.goto(address);
    await expectRight(room, sim);
  });

  await test.step('by the keyboard alone', async () => {
    const again = join(sim, 'xX_Cid_Xx');
    sim.chat(again, 'Global', 'now it is me');
    await expect(room.getByText('now it is me', { exact: true })).toBeVisible();
    await room.goto(`${host.origin}/dashboard`);
    await expect(room.getByRole('main').getByText('Online').first()).toBeVisible();
    counted.again();
    await byPalette(room, 'kick cid', /Kick: .*xX_Cid_Xx/);
    await expect(dialog.getByText('now it is me')).toBeVisible();
    await expect(dialog.getByLabel('Reason')).toBeFocused();
    await room.keyboard.type('Griefing');
    await room.keyboard.press('Enter');
    await expect.poll(() => sim.roster().some((player) => player.id === again)).toBe(false);
    await expect(dialog).toHaveCount(0);
    counted.expectAtMost(3);
  });
});

test('a griefer seen in the chat is banned on all servers by five clicks and keys', async ({
  page,
  context,
  host,
  sim,
}) => {
  await found(page, host.origin);
  const id = await addServer(page, sim, 'Chernarus 1');
  const { user } = statusAnswer.parse(
    await (await page.request.get(`${host.origin}/app/v1/@me/status`)).json(),
  );
  const list = '9'.repeat(24);
  const owner = { kind: 'account', id: user.muster_id };
  await call(page, '/app/v1/banlists/create', {
    banlist_id: list,
    identifier: 'Griefers',
    owner,
  });
  const other = await startDayz(8);
  for (const server_id of [id, await addServer(page, other, 'Chernarus 2')]) {
    await call(page, `/app/v1/banlist/${list}/servers`, { server_id, primary: true });
  }
  const steamId = freshSteamId();
  join(other, 'Eve');
  join(other, 'xX_Bob_Xx', steamId);
  const { room, griefer, seeGriefer } = await beset(context, host.origin, { sim, id, steamId });
  const counted = await countDeeds(room);
  await seeGriefer();
  const dialog = room.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Ban', exact: true }).click();
  await expect(dialog.getByText(/Kept out of 2 servers: .*Chernarus 1.*Chernarus 2/)).toBeVisible();
  await expect(dialog.getByLabel('Reason')).toBeFocused();
  await room.keyboard.type('Griefing');
  await room.keyboard.press('Enter');
  await expect(dialog).toHaveCount(0);
  await expect.poll(() => sim.roster().some((player) => player.id === griefer)).toBe(false);
  await expect.poll(() => other.roster().map(({ name }) => name)).toEqual(['Eve']);
  counted.expectAtMost(5);

  await test.step('the feed says which ban it was, and leads to it', async () => {
    const line = room.locator('.feed-entry[data-kind="kept-out"]', { hasText: 'Griefing' });
    await tabTo(room.getByRole('log', { name: 'Feed' }));
    await moveTo(line.getByRole('link', { name: 'Griefers' }), 'ArrowUp');
    await room.keyboard.press('Enter');
    await expect(dialog.getByRole('heading', { name: /^Ban of .*xX_Bob_Xx/ })).toBeVisible();
    await expect(dialog.getByText('in force')).toBeVisible();
  });

  await test.step('by the keyboard alone', async () => {
    const again = join(sim, 'xX_Cid_Xx');
    await room.goto(`${host.origin}/dashboard`);
    await expect(room.getByRole('main').getByText('Online').first()).toBeVisible();
    counted.again();
    await byPalette(room, 'ban cid', /Ban: .*xX_Cid_Xx/);
    await expect(dialog.getByLabel('Reason')).toBeFocused();
    await room.keyboard.type('Griefing');
    await room.keyboard.press('Enter');
    await expect(dialog).toHaveCount(0);
    await expect.poll(() => sim.roster().some((player) => player.id === again)).toBe(false);
    counted.expectAtMost(5);
  });

  await test.step('an old bans.txt is brought in by four clicks, and the choice of the file', async () => {
    const old = ['0', '1'].map((digit) => `${digit.repeat(32)} -1 Cheating`);
    await room.goto(`${host.origin}/dashboard`);
    counted.again();
    await room.getByRole('link', { name: 'Ban lists' }).click();
    await room.getByRole('main').getByRole('link', { name: 'Griefers' }).click();
    await room.getByRole('link', { name: 'Import' }).click();
    await room.getByLabel('Choose a file').setInputFiles({
      name: 'bans.txt',
      mimeType: 'text/plain',
      buffer: Buffer.from([...old, 'Dear diary'].join('\n')),
    });
    await expect(room.getByText('1 line is left out')).toBeVisible();
    await expectAccessible(room);
    await room.getByRole('button', { name: 'Import 2 bans' }).click();
    await expect(room.getByText('2 bans were added.')).toBeVisible();
    counted.expectAtMost(4);
  });

  await test.step('and another one by the keyboard alone', async () => {
    await room.goto(`${host.origin}/dashboard`);
    await pressOn(room.getByRole('link', { name: 'Ban lists' }));
    await pressOn(room.getByRole('main').getByRole('link', { name: 'Griefers' }));
    await pressOn(room.getByRole('link', { name: 'Import' }));
    const chosen = room.waitForEvent('filechooser');
    await pressOn(room.getByLabel('Choose a file'));
    const line = `${'2'.repeat(32)} -1 Cheating`;
    const file = { name: 'bans.txt', mimeType: 'text/plain', buffer: Buffer.from(line) };
    await (await chosen).setFiles(file);
    await pressOn(room.getByRole('button', { name: 'Import 1 ban' }));
    await expect(room.getByText('1 ban was added.')).toBeVisible();
  });

  await test.step('another list is followed by its code, and what is revoked there holds no more', async () => {
    const theirs = '8'.repeat(24);
    await call(page, '/app/v1/banlists/create', {
      banlist_id: theirs,
      identifier: 'Theirs',
      owner,
    });
    await room.goto(`${host.origin}/ban-manager/${theirs}?tab=settings`);
    await tick(room.getByLabel('Let other lists follow it'));
    await pressOn(room.getByRole('button', { name: 'Save the settings' }));
    await pressOn(room.getByRole('link', { name: 'Follows' }));
    const code = await room.getByText(/^(?:[A-Z2-9]{4}-){3}[A-Z2-9]{4}$/).textContent();
    await room.goto(`${host.origin}/ban-manager/${list}?tab=follows`);
    await pressOn(room.getByRole('button', { name: 'Follow a list' }));
    await expect(dialog.getByText(/on one of the 2 servers of .*Griefers/)).toBeVisible();
    await room.keyboard.type(code ?? '');
    await room.keyboard.press('Enter');
    await expect(room.getByRole('row', { name: /Theirs/ })).toBeVisible();
    await expectAccessible(room);
    const dora = freshSteamId();
    const ban_id = '7'.repeat(24);
    const bans = `/app/v1/banlist/${theirs}/bans`;
    const names = () => other.roster().map(({ name }) => name);
    join(other, 'xX_Dora_Xx', dora);
    await call(page, `${bans}/create`, {
      ban_id,
      who: { kind: 'identity', steam_id: dora },
      reason: 'Duping',
      minutes: null,
    });
    await expect.poll(names).toEqual(['Eve']);
    await call(page, `${bans}/${ban_id}/status`, { status: 'REVOKED' });
    join(other, 'xX_Dora_Xx', dora);
    await expect.poll(names).toEqual(['Eve', 'xX_Dora_Xx']);
  });
  await other.stop();
});

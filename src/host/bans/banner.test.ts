import { expect, it } from 'vitest';
import {
  ada,
  banned,
  ben,
  db,
  does,
  eachBansAnew,
  fresh,
  groups,
  list,
  mate,
  newList,
  team,
} from '../../../tests/support/banning.ts';
import { codeOf } from '../../../tests/support/accounts.ts';
import type { Person } from '../../../tests/support/groups.ts';
import { BAN_LIMIT } from '../../protocol/bans/limits.ts';
import { CALLS } from '../../protocol/calls.ts';
import { STORAGE_ROWS } from '../files/rows.ts';
import { storageOf } from '../files/storage.ts';
import { eraseProfiles } from '../players/erase-bans.ts';
import { deleteBanList } from './delete-job.ts';
import { pictureSize } from './picture-size.ts';

eachBansAnew();

/** As much of a PNG as says its size. */
function png(width: number, height: number, bytes = 64): Buffer {
  const picture = Buffer.alloc(bytes);
  picture.write('\x89PNG\r\n\x1a\n', 'latin1');
  picture.write('IHDR', 12, 'latin1');
  picture.writeUInt32BE(width, 16);
  picture.writeUInt32BE(height, 20);
  return picture;
}
const PNG = png(1_200, 400);
const set = (content: Buffer | string = PNG, by = ada, on = list) =>
  does(by, `banlist/${on}/banner`, { content: Buffer.from(content).toString('base64') });
const remove = (by = ada) => does(by, `banlist/${list}/banner/remove`);
async function read(by: Person, path: string) {
  const answer = await by.browser.get(`/app/v1/${path}/banner`);
  if (answer.statusCode !== 200) return codeOf(answer);
  const { content } = CALLS.banListBannerRead.answer.parse(answer.json());
  return content === null ? null : Buffer.from(content, 'base64');
}
const own = (by = ada, on = list) => read(by, `banlist/${on}`);
const shown = () => read(ben, `public-banlists/${list}`);
const used = async () =>
  (await groups.read((trx) => STORAGE_ROWS.read(trx, ada.id, null)))[0]?.evidence;
const kept = () =>
  db().selectFrom('ban_list_banners').select('bytes').where('banlist_id', '=', list).execute();

it('is seen by everybody with an account while the list is public, and counts by the storage of its owner', async () => {
  expect(await own()).toBeNull();
  expect(await set()).toBe('done');
  expect(await own()).toEqual(PNG);
  expect([await shown(), await used()]).toEqual(['not-found', PNG.length]);
  await does(ada, `banlist/${list}`, { public: true });
  expect(await shown()).toEqual(PNG);
  expect(await set(png(600, 200, 128))).toBe('done');
  expect([await shown(), await used()]).toEqual([png(600, 200, 128), 128]);
  for (const _ of [1, 2]) expect(await remove()).toBe('done');
  expect([await shown(), await used()]).toEqual([null, 0]);
});

it('is a picture of its bounds, by its bytes', async () => {
  const { bytes, width, height } = BAN_LIMIT.banner;
  for (const wrong of [
    '<svg xmlns="http://www.w3.org/2000/svg"/>',
    'GIF89a',
    '\x89PNG\r\n\x1a\n',
  ]) {
    expect(await set(Buffer.from(wrong, 'latin1'))).toBe('file-not-recognized');
  }
  for (const large of [png(width + 1, 1), png(1, height + 1), png(1, 1, bytes + 1)]) {
    expect(await set(large)).toBe('upload-too-large');
  }
  expect(await set(png(1, 1, bytes))).toBe('done');
  expect(await own()).toHaveLength(bytes);
});

it('is refused where the owner has no room left, and the one of before stays', async () => {
  const ban = await banned();
  const { settings, clock } = groups.test.deps;
  const { quota } = await groups.read((trx) => storageOf(trx, settings, ada.id, clock()));
  const file = { id: fresh(), kind: 'text', name: 'log.txt', url: null, packed: 0, sha256: null };
  const of = { banlist_id: list, ban_id: ban, at: 0, added_by: ada.id };
  await db()
    .insertInto('ban_evidence')
    .values({ ...file, ...of, bytes: quota - 64 })
    .execute();
  expect(await set(png(9, 9))).toBe('done');
  // What is replaced makes room.
  expect(await set(png(8, 8))).toBe('done');
  expect(await set(png(7, 7, 65))).toBe('storage-quota-reached');
  expect(await own()).toEqual(png(8, 8));
});

it('is seen by who may view the list, and changed by who may change it', async () => {
  const theirs = await newList({ kind: 'team', id: team });
  const viewer = await mate(['banlist.view']);
  const keeper = await mate(['banlist.modify']);
  expect(await set(PNG, ben, theirs)).toBe('not-found');
  expect(await set(PNG, viewer, theirs)).toBe('permission-denied');
  expect(await set(PNG, keeper, theirs)).toBe('done');
  expect(await own(viewer, theirs)).toEqual(PNG);
  expect([await own(keeper, theirs), await own(ben, theirs)]).toEqual([
    'permission-denied',
    'not-found',
  ]);
});

const PROFILE = {
  category: 'pvp',
  description: 'Cheaters.',
  contact_email: 'bans@example.org',
  website: '',
  teamspeak: '',
  discord: '',
};

it('goes with a profile that tells of somebody who is erased, and with no other', async () => {
  expect(await does(ada, `banlist/${list}/profile`, PROFILE)).toBe('done');
  await set();
  const tells = (word: string) => (value: unknown) => String(value).includes(word);
  await eraseProfiles({ ...groups.test.deps, now: 1 }, tells('nobody here'));
  expect(await used()).toBe(PNG.length);
  await eraseProfiles({ ...groups.test.deps, now: 1 }, tells('Cheaters'));
  expect([await kept(), await used()]).toEqual([[], 0]);
});

it('goes with the profile, and with the list', async () => {
  expect(await does(ada, `banlist/${list}/profile`, PROFILE)).toBe('done');
  await set();
  expect(await does(ada, `banlist/${list}/profile/remove`)).toBe('done');
  expect(await kept()).toEqual([]);
  await set();
  await does(ada, `banlist/${list}/delete`, { identifier: 'Watch' });
  expect([await set(), await remove()]).toEqual(['being-deleted', 'being-deleted']);
  await deleteBanList(groups.test.deps, { banlist_id: list });
  expect(await kept()).toEqual([]);
});

it('stands in the protocol, each change once', async () => {
  for (const _ of [1, 2]) await set();
  await remove();
  const answer = await ada.browser.get(`/app/v1/banlist/${list}/ban-list-audit`);
  const { rows } = CALLS.banListAuditPage.answer.parse(answer.json());
  expect(rows.map(({ action }) => action)).toEqual([
    'banlists.banner-remove',
    'banlists.banner',
    'banlists.create',
  ]);
});

it('a JPEG and each WebP say how large they are', () => {
  const hex = (text: string) => Buffer.from(text.replaceAll(' ', ''), 'hex');
  const jpeg = hex('ffd8 ffe0 0004 0000 ffc2 0011 08 0190 04b0 03');
  expect(pictureSize(jpeg)).toEqual({ width: 1_200, height: 400 });
  // Readers pass over what fills, and over markers that have no length: what is behind those could be read in two ways.
  const filled = hex('ffd8 ffff ffe0 0004 0000 ffff ffc2 0011 08 0190 04b0 03');
  expect(pictureSize(filled)).toEqual({ width: 1_200, height: 400 });
  for (const marker of ['01', '00', 'd0', 'd7', 'd8', 'd9']) {
    const hidden = hex(`ffd8 ff${marker} 0004 0000 ffc2 0011 08 0190 04b0 03`);
    expect(pictureSize(hidden)).toBeNull();
  }
  const webp = (kind: string, rest: string) =>
    Buffer.concat([Buffer.from(`RIFF....WEBP${kind}....`, 'latin1'), hex(rest)]);
  const size = { width: 1_200, height: 400 };
  expect(pictureSize(webp('VP8 ', '300000 9d012a b004 9001'))).toEqual(size);
  expect(pictureSize(webp('VP8X', '00000000 af0400 8f0100'))).toEqual(size);
  const bits = (1_200 - 1) | ((400 - 1) << 14);
  const lossless = Buffer.alloc(5);
  lossless.writeUInt8(0x2f);
  lossless.writeUInt32LE(bits, 1);
  expect(pictureSize(webp('VP8L', lossless.toString('hex')))).toEqual(size);
  expect(pictureSize(webp('ALPH', '00'))).toBeNull();
  expect(pictureSize(jpeg.subarray(0, 10))).toBeNull();
});

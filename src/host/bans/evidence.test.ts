import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import {
  STEAM,
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
  read,
  seen,
  team,
  useList,
} from '../../../tests/support/banning.ts';
import { BAN_LIMIT } from '../../protocol/bans/limits.ts';
import { CALLS } from '../../protocol/calls.ts';
import { STORAGE_ROWS } from '../files/rows.ts';
import { erasePerson } from '../players/erase.ts';
import { deleteBanList } from './delete-job.ts';
import { cleanBans } from './over.ts';

eachBansAnew();

const PNG = Buffer.from('\x89PNG\r\n\x1a\nof a wall', 'latin1');
const of = (ban: string) => `banlist/${list}/bans/${ban}/evidence`;
const upload = (ban: string, content: Buffer | string = PNG, by = ada, more: object = {}) =>
  does(by, `${of(ban)}/upload`, {
    evidence_id: fresh(),
    name: 'wall.png',
    content: Buffer.from(content).toString('base64'),
    ...more,
  });
const link = (ban: string, url = 'https://example.org/clip?t=1', by = ada) =>
  does(by, `${of(ban)}/link`, { evidence_id: fresh(), url });
const evidence = async (ban: string, by = ada) => (await read(ban, by)).evidence;
const download = (ban: string, id: string, by = ada) =>
  by.browser.get(`/app/v1/${of(ban)}/${id}/download`);
const left = async () => {
  const { rows } = await sql<{ id: string }>`
    select id from ban_evidence where banlist_id = ${list}
    union all select file_id from ban_evidence_parts p
      where not exists (select from ban_evidence e where e.id = p.file_id)
  `.execute(db());
  return rows.length;
};
const used = async () =>
  (await groups.read((trx) => STORAGE_ROWS.read(trx, ada.id, null)))[0]?.evidence;

describe('what speaks for a ban', () => {
  it('is added, downloaded as it was, and removed', async () => {
    const ban = await banned();
    expect(await upload(ban)).toBe('done');
    expect(await link(ban)).toBe('done');
    const all = await evidence(ban);
    const [file, page] = [all.find(({ url }) => url === null), all.find(({ url }) => url !== null)];
    expect(file).toMatchObject({ name: 'wall.png', url: null, bytes: PNG.length });
    expect(page).toMatchObject({ url: 'https://example.org/clip?t=1', bytes: 0 });
    expect(await used()).toBe(PNG.length);
    const answer = await download(ban, file!.id);
    expect(answer.headers['content-type']).toBe('application/octet-stream');
    expect(answer.headers['content-disposition']).toMatch(/^attachment/);
    expect(answer.rawPayload).toEqual(PNG);
    for (const _ of [1, 2]) expect(await does(ada, `${of(ban)}/${file!.id}/remove`)).toBe('done');
    expect((await evidence(ban)).map(({ url }) => url)).toEqual([page!.url]);
    expect([await used(), (await download(ban, file!.id)).statusCode]).toEqual([0, 404]);
  });

  it('is added once where the request is sent again', async () => {
    const ban = await banned();
    const body = { evidence_id: fresh() };
    for (const _ of [1, 2]) expect(await upload(ban, PNG, ada, body)).toBe('done');
    expect((await evidence(ban)).length).toBe(1);
  });

  it('is refused, and not removed, by an id that another ban has', async () => {
    const [one, other] = [
      await banned(),
      await banned({ who: { kind: 'identity', bohemia_id: 'of-somebody-else' } }),
    ];
    const body = { evidence_id: fresh() };
    expect(await upload(one, PNG, ada, body)).toBe('done');
    expect(await upload(other, PNG, ada, body)).toBe('not-found');
    await does(ada, `${of(other)}/${body.evidence_id}/remove`);
    expect((await evidence(one)).length).toBe(1);
    expect([await evidence(other), await used()]).toEqual([[], PNG.length]);
  });

  it('is downloaded by its ban, and the list of that, alone', async () => {
    const ban = await banned();
    await upload(ban);
    const [file] = await evidence(ban);
    const other = await newList({ kind: 'account', id: ada.id });
    const second = await banned({ who: { kind: 'identity', bohemia_id: 'of-somebody-else' } });
    expect((await download(second, file!.id)).statusCode).toBe(404);
    const path = `banlist/${other}/bans/${ban}/evidence/${file!.id}/download`;
    expect((await ada.browser.get(`/app/v1/${path}`)).statusCode).toBe(404);
    expect((await download(ban, file!.id)).statusCode).toBe(200);
  });

  it('is refused beyond its bounds, and where it is nothing that is kept', async () => {
    const ban = await banned();
    expect(await upload(ban, PNG, ada, { name: '\u202egnp.exe' })).toBe('invalid-request');
    expect(await upload(ban, '<html>')).toBe('file-not-recognized');
    const large = Buffer.alloc(BAN_LIMIT.evidence.bytes + 1, 'a');
    expect(await upload(ban, large)).toBe('upload-too-large');
    for (const wrong of ['http://example.org', 'https://a:b@example.org', 'javascript:alert(1)']) {
      expect(await link(ban, wrong)).toBe('invalid-request');
    }
    for (let at = 0; at < BAN_LIMIT.evidence.files; at++) await upload(ban);
    expect(await upload(ban)).toBe('too-many-files');
    for (let at = 0; at < BAN_LIMIT.evidence.links; at++) await link(ban);
    expect(await link(ban)).toBe('too-many-files');
    expect((await evidence(ban)).length).toBe(15);
  });

  it('counts by the storage of whose list it is', async () => {
    useList(await newList({ kind: 'team', id: team }));
    const ban = await banned();
    expect(await upload(ban)).toBe('done');
    expect(await used()).toBe(PNG.length);
    const large = Buffer.alloc(BAN_LIMIT.evidence.bytes, 'a');
    expect(await upload(ban, large)).toBe('storage-quota-reached');
    expect(await used()).toBe(PNG.length);
  });

  it('is for those who may change the ban to add, and for those who may read bans to see', async () => {
    useList(await newList({ kind: 'team', id: team }));
    const ban = await banned();
    const reads = await mate(['banlist.view', 'banlist.list']);
    const lists = await mate(['banlist.view']);
    await upload(ban);
    const [file] = await evidence(ban, reads);
    expect((await download(ban, file!.id, reads)).statusCode).toBe(200);
    expect((await download(ban, file!.id, lists)).statusCode).toBe(403);
    expect((await download(ban, file!.id, ben)).statusCode).toBe(404);
    for (const by of [reads, lists]) {
      expect(await upload(ban, PNG, by)).toBe('permission-denied');
      expect(await link(ban, undefined, by)).toBe('permission-denied');
      expect(await does(by, `${of(ban)}/${file!.id}/remove`)).toBe('permission-denied');
    }
    expect(await upload(fresh())).toBe('not-found');
  });

  it('is for everybody where the list shows it, of bans in force alone', async () => {
    const ban = await banned();
    await upload(ban);
    const [file] = await evidence(ban);
    const shown = async () => {
      const answer = await ben.browser.get(`/app/v1/public-banlists/${list}`);
      return CALLS.banListPublic.answer.parse(answer.json()).bans.flatMap((one) => one.evidence);
    };
    const fetched = async () =>
      (
        await ben.browser.get(
          `/app/v1/public-banlists/${list}/bans/${ban}/evidence/${file!.id}/download`,
        )
      ).statusCode;
    await does(ada, `banlist/${list}`, { evidence_public: true });
    expect(await fetched()).toBe(404);
    await does(ada, `banlist/${list}`, { evidence_public: false, public: true });
    expect([await shown(), await fetched()]).toEqual([[], 404]);
    await does(ada, `banlist/${list}`, { evidence_public: true });
    expect([(await shown()).length, await fetched()]).toEqual([1, 200]);
    await does(ada, `banlist/${list}/bans/${ban}/status`, { status: 'REVOKED' });
    expect(await fetched()).toBe(404);
  });
});

describe('evidence goes', () => {
  it('with its list', async () => {
    const ban = await banned();
    await upload(ban);
    await does(ada, `banlist/${list}/delete`, { identifier: 'Watch' });
    expect(await link(ban)).toBe('being-deleted');
    await deleteBanList(groups.test.deps, { banlist_id: list });
    expect([await left(), await used()]).toEqual([0, 0]);
  });

  it('with its ban, a day after that was revoked, and stays with one that is in force', async () => {
    const [revoked, held] = [
      await banned(),
      await banned({ who: { kind: 'identity', steam_id: '76561190000000009' } }),
    ];
    for (const ban of [revoked, held]) await upload(ban);
    await does(ada, `banlist/${list}/bans/${revoked}/status`, { status: 'REVOKED' });
    expect([await left(), await used()]).toEqual([2, 2 * PNG.length]);
    groups.test.advance(86_400_001);
    await cleanBans(groups.test.deps);
    expect([await left(), await used()]).toEqual([1, PNG.length]);
    expect(await evidence(held)).toHaveLength(1);
  });

  it('with the person whom its ban is about, and where it tells of them elsewhere', async () => {
    const muster_id = await seen(STEAM, '192.0.2.7');
    const about = await banned({ who: { kind: 'person', muster_id } });
    const other = await banned({ who: { kind: 'identity', bohemia_id: 'of-somebody-else' } });
    await upload(about);
    await upload(other);
    await upload(other, `12:00 Player (${STEAM}) connected`, ada, { name: 'log.txt' });
    await upload(other, PNG, ada, { name: `${STEAM}.png` });
    await link(other, `https://example.org/${STEAM}`);
    await link(other);
    const { db: _, ...deps } = groups.test.deps;
    await erasePerson({ ...deps, db: db(), now: deps.clock() }, muster_id, () => undefined);
    expect(await evidence(about)).toEqual([]);
    expect((await evidence(other)).map(({ name, url }) => url ?? name).toSorted()).toEqual([
      'https://example.org/clip?t=1',
      'wall.png',
    ]);
    expect(await left()).toBe(2);
  });
});

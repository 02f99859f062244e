import { afterEach, beforeAll, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import '../style/base.css';
import '../parts/parts.css';
import { draw } from '../app/doubles.tsx';
import { startTexts } from '../text/i18n.ts';
import { banConnection, banRow, id, LIST_ID } from '../bans/known/doubles.ts';
import { BanListPage } from './list-page.tsx';

let leave: (() => void) | undefined;
beforeAll(startTexts);
afterEach(() => leave?.());

function open(connection: ReturnType<typeof banConnection>) {
  leave = draw(<BanListPage listId={LIST_ID} />, connection, `/ban-manager/${LIST_ID}?tab=bans`);
  return connection;
}

it('saves bans in force as the files of the games, page by page, and says how many are in none', async () => {
  const saved: Promise<[string, string]>[] = [];
  const click = HTMLAnchorElement.prototype.click;
  HTMLAnchorElement.prototype.click = function save() {
    if (!this.download.startsWith('bans.')) return click.call(this);
    saved.push(fetch(this.href).then(async (file) => [this.download, await file.text()]));
  };
  try {
    const pages = [
      {
        rows: [banRow(), banRow({ id: id('2'), steam_id: null, guid: 'a'.repeat(32) })],
        next: '5',
      },
      { rows: [banRow({ id: id('3'), kind: 'address', steam_id: null })], next: null },
    ];
    const asked = [...pages, ...pages];
    const connection = open(
      banConnection().answer('bansPage', () => {
        const { rows, next } = asked.shift()!;
        return { ok: true, value: { rows, next, position: 1, total: 3, about: false } as never };
      }),
    );
    await page.getByRole('button', { name: 'Save bans.txt (DayZ, ArmA, BEC)' }).click();
    await expect.element(page.getByText(/^Saved: 2 bans\. 1 more is not in it/)).toBeVisible();
    await page.getByRole('button', { name: 'Save bans.cfg (Rust)' }).click();
    await expect.element(page.getByText(/^Saved: 1 ban\. 2 more are not in it/)).toBeVisible();
    const [txt, cfg] = await Promise.all(saved);
    expect(txt).toEqual([
      'bans.txt',
      expect.stringContaining(`${'a'.repeat(32)} -1 Wall glitching`),
    ]);
    expect(cfg).toEqual(['bans.cfg', 'banid 76561198000000001 "Bert" "Wall glitching" -1\r\n']);
    expect(connection.inputs('bansPage')).toMatchObject([
      { query: { status: 'ACTIVE' } },
      { query: { status: 'ACTIVE', after: '5' } },
      {},
      {},
    ]);
  } finally {
    HTMLAnchorElement.prototype.click = click;
  }
});

import { afterEach, beforeAll, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { GAME, type Game } from '../../protocol/enumerations.ts';
import { draw } from '../app/doubles.tsx';
import { banConnection, id } from '../bans/known/doubles.ts';
import { accountRow } from '../data/doubles.ts';
import { BUCKET, bucketRow } from '../entries/doubles.ts';
import { startTexts } from '../text/i18n.ts';
import { BucketPage } from './bucket-page.tsx';

let leave: (() => void) | undefined;
beforeAll(startTexts);
afterEach(() => leave?.());

const server = (n: number, game: Game) => ({
  id: id(String(n)),
  server_id: null,
  bucket_id: BUCKET,
  identifier: `Server ${n}`,
  game,
  since: 0,
});

/** A bucket that one server uses on which nobody can be warned, and six others. */
function open() {
  const bucket = bucketRow({ type: 'CHAT_FILTER' });
  const connection = banConnection()
    .put('account', [accountRow({ buckets: { [bucket.id]: [...bucket.permissions] } })])
    .put('paging', [{ id: 'paging', total: 0, about: false, state: 'ready' }])
    .tell('buckets', [bucket])
    .tell('bucketServers', [
      server(1, GAME.RUST),
      ...[2, 3, 4, 5, 6, 7].map((n) => server(n, GAME.DAYZ)),
    ]);
  leave = draw(<BucketPage bucketId={BUCKET} />, connection, `/buckets/${BUCKET}`);
}

it('says on how many servers a filter is not tried', async () => {
  open();
  await page.getByRole('button', { name: 'Add a filter' }).click();
  await page.getByLabelText('What', { exact: true }).fill('griefer');
  await expect.element(page.getByText('It is not tried on 2 more servers.')).toBeVisible();
});

it.each(['Add a filter', 'Add many'])(
  '%s: names the servers on which nobody can be warned',
  async (button) => {
    open();
    await page.getByRole('button', { name: button }).click();
    const says = page.getByText(/Nobody is warned on/);
    const does = page.getByLabelText('Whoever it finds is');
    await does.selectOptions('kicked');
    await expect.element(says).not.toBeInTheDocument();
    await does.selectOptions('warned');
    await expect
      .poll(() => says.element().textContent)
      .toMatch(/^[^2-7]*Server 1[^2-7]*: the game/);
  },
);

import { afterEach, beforeAll, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import '../style/base.css';
import '../parts/parts.css';
import { draw } from '../app/doubles.tsx';
import { banConnection, banListRow, id, LIST_ID, publicListAnswer } from '../bans/known/doubles.ts';
import { refusal } from '../data/doubles.ts';
import { startTexts } from '../text/i18n.ts';
import { BAN_LIMIT } from '../../protocol/bans/limits.ts';
import { BanListPage } from './list-page.tsx';

let leave: (() => void) | undefined;
beforeAll(startTexts);
afterEach(() => leave?.());

const params = { banlist_id: LIST_ID };

/** A picture of a size, in one colour. */
async function picture(width: number, height: number): Promise<Blob> {
  const canvas = document.createElement('canvas');
  Object.assign(canvas, { width, height });
  canvas.getContext('2d')!.fillRect(0, 0, width, height);
  return new Promise((done) => canvas.toBlob((blob) => done(blob!), 'image/png'));
}
const base64 = async (blob: Blob) =>
  btoa(String.fromCharCode(...new Uint8Array(await blob.arrayBuffer())));
async function sizeOf(content: string) {
  const bytes = Uint8Array.from(atob(content), (sign) => sign.charCodeAt(0));
  const { width, height } = await createImageBitmap(new Blob([bytes]));
  return { width, height };
}

function open(list = banListRow({ public: true }), first: string | null = null) {
  let content = first;
  const connection = banConnection(list)
    .answer('banListProfileRead', () => ({ ok: true, value: { profile: null } }))
    .answer('banListBannerRead', () => ({ ok: true, value: { content } }))
    .answer('banListBannerSet', ({ body }) => {
      content = body?.content ?? null;
      return { ok: true, value: { bytes: 1 } };
    })
    .answer('banListBannerRemove', () => {
      content = null;
      return { ok: true, value: { content: null } };
    });
  leave = draw(<BanListPage listId={LIST_ID} />, connection, `/ban-manager/${LIST_ID}?tab=profile`);
  return connection;
}

const banner = page.getByRole('img', { name: /^Banner of/ });
const choose = async (file: File) => {
  const input = page.getByLabelText('Choose a picture').last();
  await expect
    .element(page.getByRole('button', { name: 'Choose a picture' }).first())
    .toBeVisible();
  await userEvent.upload(input, file);
};

it('is made to fit, sent, shown, and removed once asked', async () => {
  const connection = open();
  await choose(new File([await picture(2_400, 400)], 'wide.png', { type: 'image/png' }));
  await expect.element(banner).toBeVisible();
  const [sent] = connection.inputs('banListBannerSet') as readonly {
    readonly params: object;
    readonly body: { readonly content: string };
  }[];
  expect(sent?.params).toEqual(params);
  expect(await sizeOf(sent!.body.content)).toEqual({ width: BAN_LIMIT.banner.width, height: 200 });
  await page.getByRole('button', { name: 'Remove the banner' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Remove the banner' }).click();
  await expect.element(page.getByText('The banner is removed.').last()).toBeVisible();
  await expect.element(banner).not.toBeInTheDocument();
  // Its own button is gone.
  await expect
    .element(page.getByRole('button', { name: 'Choose a picture' }).first())
    .toHaveFocus();
});

it('says at its button that a file is no picture, and what the host refused', async () => {
  const connection = open();
  const button = page.getByRole('button', { name: 'Choose a picture' }).first();
  await choose(new File(['<svg/>'], 'wall.png', { type: 'image/png' }));
  await expect.element(button).toHaveAccessibleDescription(/not a picture that this browser/);
  expect(connection.inputs('banListBannerSet')).toEqual([]);
  connection.answer('banListBannerSet', () => refusal('storage-quota-reached'));
  await choose(new File([await picture(20, 20)], 'small.png', { type: 'image/png' }));
  await expect.element(button).toHaveAccessibleDescription(/storage/i);
  await expect.element(banner).not.toBeInTheDocument();
});

it('is shown above a public profile to everybody, and changed by nobody who may not', async () => {
  const content = await base64(await picture(60, 20));
  const connection = banConnection()
    .tell('banLists', [banListRow({ id: id('9') })])
    .answer('banListPublic', () => ({ ok: true, value: publicListAnswer() }))
    .answer('banListPublicBanner', () => ({ ok: true, value: { content } }));
  leave = draw(<BanListPage listId={LIST_ID} />, connection, `/ban-manager/${LIST_ID}`);
  await expect.element(page.getByRole('img', { name: /Theirs/ })).toBeVisible();
  leave();
  open(banListRow({ permissions: ['banlist.view'], public: true }), content);
  await expect.element(banner).toBeVisible();
  await expect
    .element(page.getByRole('button', { name: 'Choose a picture' }).first())
    .not.toBeInTheDocument();
});

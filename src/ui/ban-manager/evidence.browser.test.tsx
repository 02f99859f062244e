import { afterEach, beforeAll, expect, it, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import '../style/base.css';
import '../parts/parts.css';
import { draw } from '../app/doubles.tsx';
import { refusal } from '../data/doubles.ts';
import { startTexts } from '../text/i18n.ts';
import { banConnection, banRow, id, LIST_ID } from '../bans/known/doubles.ts';
import { BanListPage } from './list-page.tsx';

let leave: (() => void) | undefined;
beforeAll(startTexts);
afterEach(() => {
  leave?.();
  sessionStorage.clear();
});

const params = { banlist_id: LIST_ID, ban_id: id('1') };
const FILE = { id: id('5'), name: 'wall.png', url: null, bytes: 2_048, at: 0 };
const LINK = { id: id('6'), name: '', url: 'https://example.org/clip', bytes: 0, at: 0 };

const added = () => ({ ok: true as const, value: { evidence: [] } });

function open(evidence: readonly (typeof FILE | typeof LINK)[] = [], edit = true) {
  const may = { edit, remove: edit, enforce: edit };
  const connection = banConnection().answer('banRead', () => ({
    ok: true,
    value: {
      ban: banRow(),
      profile: false,
      addresses: null,
      evidence: [...evidence],
      also: [],
      may,
    },
  }));
  connection.answer('banEvidenceLink', added).answer('banEvidenceRemove', added);
  leave = draw(
    <BanListPage listId={LIST_ID} />,
    connection,
    `/ban-manager/${LIST_ID}?tab=bans&ban=${params.ban_id}`,
  );
  return connection;
}

it('shows files and links, and removes one after asking', async () => {
  const connection = open([FILE, LINK]);
  await expect
    .element(page.getByRole('link', { name: 'wall.png' }))
    .toHaveAttribute(
      'href',
      expect.stringMatching(`/bans/${params.ban_id}/evidence/${FILE.id}/download$`),
    );
  await expect
    .element(page.getByRole('link', { name: LINK.url }))
    .toHaveAttribute('rel', 'noopener noreferrer nofollow');
  await page.getByRole('button', { name: /Remove .*wall.png/ }).click();
  await page
    .getByRole('dialog')
    .getByRole('button', { name: 'Remove', exact: true })
    .last()
    .click();
  await expect
    .poll(() => connection.inputs('banEvidenceRemove'))
    .toEqual([{ params: { ...params, evidence_id: FILE.id }, body: {} }]);
});

it('sends a file, and says of one that is too large or refused why', async () => {
  const connection = open();
  const answers = [refusal('file-not-recognized'), added()];
  connection.answer('banEvidenceUpload', () => answers.shift()!);
  const input = page.getByLabelText('Add a file');
  const give = (name: string, size = 3) =>
    userEvent.upload(input.last(), new File(['a'.repeat(size)], name));
  await give('large.mp4', 10_485_761);
  const button = page.getByRole('button', { name: 'Add a file' }).first();
  await expect.element(input.last()).toHaveAccessibleDescription(/large.mp4.* is too large/);
  await expect.element(input.last()).toBeInvalid();
  await expect.element(button).toHaveAccessibleDescription(/large.mp4.* is too large/);
  expect(connection.inputs('banEvidenceUpload')).toEqual([]);
  await give('page.html');
  await expect.element(button).toHaveAccessibleDescription(/no evidence that Muster keeps/);
  await give('\u202echat.txt');
  await expect.element(page.getByText('Added.')).toBeVisible();
  expect(connection.inputs('banEvidenceUpload').at(-1)).toMatchObject({
    params,
    body: { name: 'chat.txt', content: btoa('aaa') },
  });
});

it('says where there is no room for a file, and which one could not be read', async () => {
  const connection = open();
  connection.answer('banEvidenceUpload', () => refusal('storage-quota-reached'));
  const input = page.getByLabelText('Add a file').last();
  const button = page.getByRole('button', { name: 'Add a file' }).first();
  await userEvent.upload(input, new File(['aaa'], 'wall.png'));
  await expect.element(button).toHaveAccessibleDescription(/The storage quota is reached\./);
  await expect.element(input).toBeInvalid();
  await userEvent.upload(input, new File([], 'nothing.png'));
  await expect.element(button).toHaveAccessibleDescription(/nothing\.png.* is empty\./);
  expect(connection.inputs('banEvidenceUpload')).toHaveLength(1);
  // Its disk was taken out after it was chosen; what gives it to the field reads it before.
  const lost = new File(['bbb'], 'clip.mp4');
  const { readAsDataURL } = FileReader.prototype;
  const reads = vi.spyOn(FileReader.prototype, 'readAsDataURL').mockImplementation(function read(
    this: FileReader,
    file,
  ) {
    if (file === lost) readAsDataURL.call(this, file);
    else this.dispatchEvent(new ProgressEvent('error'));
  });
  try {
    await userEvent.upload(input, lost);
    await expect
      .element(button)
      .toHaveAccessibleDescription(/clip\.mp4.* could not be read\. Choose it again\./);
    expect(connection.inputs('banEvidenceUpload')).toHaveLength(1);
  } finally {
    reads.mockRestore();
  }
  connection.answer('banEvidenceUpload', added);
  await userEvent.upload(input, new File(['bbb'], 'clip.mp4'));
  await expect.element(page.getByText('Added.')).toBeVisible();
  await expect.element(input).not.toBeInvalid();
});

it('adds a link that is one, by Enter', async () => {
  const connection = open();
  const field = page.getByLabelText('Link');
  await userEvent.fill(field, 'http://example.org');
  await userEvent.keyboard('{Enter}');
  await expect.element(field).toHaveAccessibleDescription(/begins with https/);
  await userEvent.fill(field, LINK.url);
  await userEvent.keyboard('{Enter}');
  await expect
    .poll(() => connection.inputs('banEvidenceLink'))
    .toMatchObject([{ params, body: { url: LINK.url } }]);
  await expect.element(field).toHaveValue('');
});

it('only shows it to whoever may not change the ban', async () => {
  open([FILE], false);
  await expect.element(page.getByRole('link', { name: 'wall.png' })).toBeVisible();
  await expect.element(page.getByRole('button', { name: /Remove/ })).not.toBeInTheDocument();
  await expect.element(page.getByText('Add a file')).not.toBeInTheDocument();
});

it('sends a file again under one id where the answer got lost', async () => {
  const connection = open();
  const answers = [{ ok: false, error: { kind: 'unreachable' } } as const, added()];
  connection.answer('banEvidenceUpload', () => answers.shift()!);
  const file = new File(['aaa'], 'wall.png');
  const input = page.getByLabelText('Add a file').last();
  await userEvent.upload(input, file);
  await expect.element(input).toBeInvalid();
  await userEvent.upload(input, file);
  await expect.poll(() => connection.inputs('banEvidenceUpload')).toHaveLength(2);
  const ids = connection
    .inputs('banEvidenceUpload')
    .map((sent) => (sent as { body: { evidence_id: string } }).body.evidence_id);
  expect(new Set(ids).size).toBe(1);
});

it('sends a link again under one id where the answer got lost, and another one under its own', async () => {
  const connection = open();
  const answers = [{ ok: false, error: { kind: 'unreachable' } } as const];
  connection.answer('banEvidenceLink', () => answers.shift() ?? added());
  const field = page.getByLabelText('Link');
  const button = page.getByRole('button', { name: 'Add the link' });
  const sent = () =>
    connection
      .inputs('banEvidenceLink')
      .map((input) => (input as { body: { evidence_id: string; url: string } }).body);
  await field.fill(LINK.url);
  await button.click();
  await expect.poll(() => sent().length).toBe(1);
  await button.click();
  await expect.poll(() => sent().length).toBe(2);
  await expect.element(field).toHaveValue('');
  await field.fill(LINK.url);
  await button.click();
  await expect.poll(() => sent().length).toBe(3);
  const [first, again, third] = sent();
  expect(again).toEqual(first);
  expect(third).toMatchObject({ url: LINK.url });
  expect(third?.evidence_id).not.toBe(first?.evidence_id);
});

it('says why nothing can be added any more', async () => {
  const files = ['1', '2', '3', '4', '5'].map((digit) => ({ ...FILE, id: id(digit) }));
  const links = Array.from({ length: 10 }, (_, digit) => ({
    ...LINK,
    id: `${digit}${'a'.repeat(23)}`,
  }));
  open([...files, ...links]);
  await expect.element(page.getByText(/^It has 5 files, which is the most/)).toBeVisible();
  await expect.element(page.getByText(/^It has 10 links, which is the most/)).toBeVisible();
  await expect.element(page.getByText('Add a file')).not.toBeInTheDocument();
  await expect.element(page.getByLabelText('Link')).not.toBeInTheDocument();
});

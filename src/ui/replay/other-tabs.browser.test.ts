import { afterEach, expect, it } from 'vitest';
import { askForFile, offerFile } from './other-tabs.ts';

const [ONE, OTHER] = ['aaaaaaaa', 'bbbbbbbb'];
const ends: (() => void)[] = [];
afterEach(() => {
  for (const end of ends.splice(0)) end();
});

/** A tab has this file of a recording. */
function offer(recording: string, text: string): () => void {
  const end = offerFile(recording, new Blob([text]));
  ends.push(end);
  return end;
}

/** The files that a tab is given which asks for a recording. */
function ask(recording: string) {
  const files: Blob[] = [];
  const end = askForFile(recording, (file) => files.push(file));
  ends.push(end);
  return { files, end };
}

/** Until a tab that asks for another recording was answered: what was said before is heard by then. */
async function heard(): Promise<void> {
  offer('ffffffff', '');
  const { files } = ask('ffffffff');
  await expect.poll(() => files.length).toBe(1);
}

it('a tab that asks is given the file of that recording, from one tab alone', async () => {
  offer(OTHER, 'other');
  offer(ONE, 'one');
  offer(ONE, 'one');
  const { files } = ask(ONE);
  await heard();
  expect(await Promise.all(files.map((file) => file.text()))).toEqual(['one']);
});

it('a file that was taken back is given to nobody, nor one that is asked for no more', async () => {
  const takeBack = offer(ONE, 'one');
  takeBack();
  const early = ask(ONE);
  await heard();
  expect(early.files).toEqual([]);
  offer(ONE, 'one');
  const given = ask(OTHER);
  const gone = ask(ONE);
  gone.end();
  await heard();
  expect([given.files, gone.files]).toEqual([[], []]);
});

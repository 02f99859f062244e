import { afterEach, beforeAll, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { draw } from '../app/doubles.tsx';
import { FakeConnection } from '../data/doubles.ts';
import { startTexts } from '../text/i18n.ts';
import { CrashBoundary } from './crash-boundary.tsx';
import { readPage } from './read-page.tsx';

let leave: (() => void) | undefined;
beforeAll(startTexts);
afterEach(() => leave?.());

/** React works in messages to itself; frames may come before them on a busy machine, and time says nothing there. */
async function messages(count: number): Promise<void> {
  const { port1, port2 } = new MessageChannel();
  for (let sent = 0; sent < count; sent += 1) {
    await new Promise((resolve) => {
      port1.onmessage = resolve;
      port2.postMessage(null);
    });
  }
  port1.close();
}

function Greeting({ name }: { readonly name: string }) {
  return <p>Hello {name}</p>;
}

it('says that a page comes, and shows it as soon as its file has come', async () => {
  let come = (_: { readonly Greeting: typeof Greeting }) => {};
  const file = new Promise<{ readonly Greeting: typeof Greeting }>((resolve) => {
    come = resolve;
  });
  const Page = readPage(() => file, 'Greeting');
  leave = draw(<Page name="Ada" />, new FakeConnection(), '/');
  await expect.element(page.getByLabelText('Loading …')).toBeInTheDocument();
  come({ Greeting });
  await messages(100);
  // Behind a fallback of `Suspense` it would come 300 ms later.
  expect(document.body.textContent).toContain('Hello Ada');
});

it('shows at once what was read before', async () => {
  const Page = readPage(async () => ({ Greeting }), 'Greeting');
  leave = draw(<Page name="Ada" />, new FakeConnection(), '/');
  await expect.element(page.getByText('Hello Ada')).toBeVisible();
  leave();
  leave = draw(<Page name="Bob" />, new FakeConnection(), '/');
  expect(document.body.textContent).not.toContain('Loading');
  await expect.element(page.getByText('Hello Bob')).toBeVisible();
});

it('fails as the page would where its file cannot be read', async () => {
  const Page = readPage<'Greeting', { readonly name: string }>(
    () => Promise.reject(new TypeError('gone')),
    'Greeting',
  );
  leave = draw(
    <CrashBoundary instead={<p>It failed</p>}>
      <Page name="Ada" />
    </CrashBoundary>,
    new FakeConnection(),
    '/',
  );
  await expect.element(page.getByText('It failed')).toBeVisible();
});

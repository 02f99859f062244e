import { afterEach, beforeAll, expect, it, vi } from 'vitest';
import { page } from 'vitest/browser';
import { draw } from '../app/doubles.tsx';
import { FakeConnection } from '../data/doubles.ts';
import { startTexts } from '../text/i18n.ts';
import { ForgotForm } from './forgot-form.tsx';
import { SignInForm } from './sign-in-form.tsx';

let leave: (() => void) | undefined;
beforeAll(startTexts);
afterEach(() => {
  leave?.();
  vi.restoreAllMocks();
});

/** What the host answers, by the end of the path. */
function answers(byPath: Readonly<Record<string, readonly [status: number, body: unknown]>>) {
  return vi.spyOn(globalThis, 'fetch').mockImplementation(async (address) => {
    const asked = new Request(address).url;
    const found = Object.entries(byPath).find(([path]) => asked.endsWith(path));
    const [status, body] = found?.[1] ?? [200, { acsrf_token: 'x' }];
    return new Response(JSON.stringify(body), { status });
  });
}

it('says at the password that name and password are wrong, and keeps what was typed', async () => {
  const code = 'bad-credentials';
  const refused = {
    type: `https://example.org/${code}`,
    title: 'Refused',
    status: 401,
    code,
    detail: 'x',
  };
  answers({ '/auth/sign-in': [401, refused] });
  leave = draw(<SignInForm />, new FakeConnection(), '/auth');
  await page.getByLabelText('Username or e-mail').fill('ada');
  const password = page.getByLabelText('Password', { exact: true });
  await password.fill('not it');
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect.element(page.getByText('Wrong username or password.')).toBeVisible();
  await expect.element(password).toHaveAccessibleDescription('Wrong username or password.');
  await expect.element(password).toHaveValue('not it');
  await expect.element(page.getByLabelText('Username or e-mail')).toHaveValue('ada');
});

const ask = async (action: string) => {
  answers({ '/auth/forgot': [200, { status: true }] });
  await page.getByLabelText('Username or e-mail').fill('ada');
  await page.getByRole('button', { name: action }).click();
};

it('mails the link for a new password where mail goes out', async () => {
  leave = draw(<ForgotForm mail />, new FakeConnection(), '/auth/forgot');
  await expect.element(page.getByText('You get a mail', { exact: false })).toBeVisible();
  await ask('Mail the link');
  await expect.element(page.getByText(/a link is on its way/)).toBeVisible();
});

it('speaks of no mail where none goes out, neither before nor after', async () => {
  leave = draw(<ForgotForm mail={false} />, new FakeConnection(), '/auth/forgot');
  await expect.element(page.getByText(/^This Muster sends no mail\..* hand it over/)).toBeVisible();
  expect(page.getByText(/You get a mail|Mail the link|on its way/).query()).toBeNull();
  await ask('Ask for the link');
  await expect.element(page.getByText(/Ask whoever runs Muster for it\.$/)).toBeVisible();
  expect(page.getByText(/mail|on its way|sent/i).query()).toBeNull();
});

import { afterEach, beforeAll, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import '../../style/base.css';
import '../../parts/parts.css';
import { RESTRICTED_REPEAT_MS } from '../../../domain/account/restricted-modal.ts';
import { draw } from '../../app/doubles.tsx';
import { accountRow, FakeConnection } from '../../data/doubles.ts';
import { startTexts } from '../../text/i18n.ts';
import { RestrictedModal } from './restricted-modal.tsx';

let leave: (() => void) | undefined;
beforeAll(startTexts);
afterEach(() => {
  leave?.();
  localStorage.clear();
});

const account = (restricted: boolean) =>
  accountRow({ subscription: { plan: 'pro', status: 'ACTIVE', until: null, restricted } });
const modal = page.getByRole('dialog', { name: 'Your account is restricted' });

function open(restricted: boolean): FakeConnection {
  leave?.();
  const connection = new FakeConnection().put('account', [account(restricted)]);
  leave = draw(<RestrictedModal />, connection, '/dashboard');
  return connection;
}

it('comes as soon as the account is restricted, and not again until hours after it is read', async () => {
  const connection = open(false);
  expect(modal.elements()).toEqual([]);
  connection.put('account', [account(true)]);
  await expect.element(modal).toBeVisible();
  await page.getByRole('button', { name: 'Got it' }).click();
  await expect.element(modal).not.toBeInTheDocument();
  open(true);
  expect(modal.elements()).toEqual([]);
  const [key = ''] = Object.keys(localStorage);
  const kept = JSON.parse(localStorage.getItem(key) ?? '') as { readonly at: number };
  localStorage.setItem(key, JSON.stringify({ ...kept, at: kept.at - RESTRICTED_REPEAT_MS }));
  open(true);
  await expect.element(modal).toBeVisible();
});

it('comes where another account had read it in this browser, and where what is kept cannot be read', async () => {
  localStorage.setItem('muster-restricted-acknowledged', '{"of":"somebody else","at":1}');
  open(true);
  await expect.element(modal).toBeVisible();
  localStorage.setItem('muster-restricted-acknowledged', '{');
  open(true);
  await expect.element(modal).toBeVisible();
});

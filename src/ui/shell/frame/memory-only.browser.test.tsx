import { afterEach, beforeAll, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import '../../style/base.css';
import '../../parts/parts.css';
import { draw } from '../../app/doubles.tsx';
import { FakeConnection } from '../../data/doubles.ts';
import { loadTexts, startTexts } from '../../text/i18n.ts';
import { Bare } from './bare.tsx';
import { MemoryOnlyBanner } from './memory-only.tsx';

let leave: (() => void) | undefined;
beforeAll(async () => {
  await startTexts();
  await loadTexts();
});
afterEach(() => leave?.());

const LINK = {
  id: 'link',
  connection: { kind: 'live', since: 0, latency: 9 },
  fresh_at: 0,
} as const;

it('says what is not kept and what to do, until it is kept again', async () => {
  const connection = new FakeConnection();
  connection.put('link', [{ ...LINK, memory_only: { why: 'full', since: 1 } }]);
  leave = draw(<MemoryOnlyBanner />, connection, '/dashboard');
  const banner = page.getByText(/^Kept in memory only: the disk is full/);
  await expect.element(banner).toBeInTheDocument();
  await page.getByRole('button', { name: 'Try now' }).click();
  await expect.element(page.getByText(/^Tried at .*: still not saved/)).toBeVisible();
  connection.keeps = true;
  await page.getByRole('button', { name: 'Try now' }).click();
  await expect.poll(() => connection.keptAgain).toBe(2);
  await expect.element(page.getByText(/^Tried/)).not.toBeInTheDocument();
  connection.put('link', [{ ...LINK, memory_only: null }]);
  await expect.element(banner).not.toBeInTheDocument();
});

it('is out of the way once it was read, and there again for another reason', async () => {
  const connection = new FakeConnection();
  connection.put('link', [{ ...LINK, memory_only: { why: 'refused', since: 1 } }]);
  leave = draw(<Bare>what is looked at</Bare>, connection, '/dashboard');
  await page.getByRole('button', { name: 'Hide' }).click();
  await expect.element(page.getByText(/^Kept in memory only/)).not.toBeInTheDocument();
  expect(document.activeElement?.id).toBe('content');
  connection.put('link', [{ ...LINK, memory_only: { why: 'failed', since: 1 } }]);
  await expect.element(page.getByText(/database of this browser does not work/)).toBeVisible();
});

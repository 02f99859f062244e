import { afterEach, beforeAll, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import '../../style/base.css';
import '../../parts/parts.css';
import type { ServerRow } from '../../../domain/rows.ts';
import { draw } from '../../app/doubles.tsx';
import { accountRow, FakeConnection, serverRow } from '../../data/doubles.ts';
import { loadTexts, startTexts } from '../../text/i18n.ts';
import { ServerNavPage } from './page.tsx';

let leave: (() => void) | undefined;
beforeAll(async () => {
  await startTexts();
  await loadTexts();
});
afterEach(() => leave?.());

const A = 'a'.repeat(24);
const B = 'b'.repeat(24);
const C = 'c'.repeat(24);

function named(id: string, identifier: string): ServerRow {
  const row = serverRow({ id });
  return { ...row, configuration: { ...row.configuration, identifier } };
}

const [alpha, beta, gamma] = [named(A, 'Alpha'), named(B, 'Beta'), named(C, 'Gamma')];

/** Alpha has a place, Beta and Gamma stand by name. */
function open() {
  const connection = new FakeConnection()
    .put('account', [accountRow()])
    .put('link', [{ id: 'link', connection: { kind: 'live', since: 0, latency: 9 }, fresh_at: 0 }])
    .put('servers', [alpha, beta, gamma])
    .tell('nav', [{ id: A, server_id: null, place: 0 }]);
  connection.answer('navSet', () => ({ ok: true, value: { position: 1 } }));
  leave = draw(<ServerNavPage />, connection, '/preferences/server-nav');
  return connection;
}

const saved = (connection: FakeConnection) =>
  connection
    .inputs('navSet')
    .map((input) => (input as { body: { servers: string[] } }).body.servers);

const handle = (name: string) =>
  page.getByRole('button', { name: new RegExp(`^Move ${name}, place`) });

it('moves a server by the arrow keys, keeps the focus on it, and takes that back', async () => {
  const connection = open();
  await expect.element(page.getByText('Sort from here by name')).toBeVisible();
  handle('Gamma').element().focus();
  await userEvent.keyboard('{Home}');
  await expect.poll(() => saved(connection)).toEqual([[C, A]]);
  await expect.element(handle('Gamma')).toHaveFocus();
  await expect.element(page.getByText('Gamma: place 1 of 3')).toBeInTheDocument();
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect.poll(() => saved(connection)).toEqual([[C, A], [A]]);
});

it('moves a server by dragging its handle', async () => {
  const connection = open();
  await expect.element(handle('Alpha')).toBeVisible();
  const lines = [...document.querySelectorAll('[data-id]')];
  const element = handle('Alpha').element();
  const point = (type: string, line: Element | undefined) => {
    const { top, height, left } = line!.getBoundingClientRect();
    element.dispatchEvent(
      new PointerEvent(type, {
        pointerId: 1,
        button: 0,
        bubbles: true,
        clientX: left + 5,
        clientY: top + height - 2,
      }),
    );
  };
  element.setPointerCapture = () => undefined;
  point('pointerdown', lines[0]);
  await expect.poll(() => lines[0]?.getAttribute('data-dragged')).toBe('true');
  point('pointermove', lines[1]);
  await expect.poll(() => [...document.querySelectorAll('.nav-name')][0]?.textContent).toBe('Beta');
  point('pointerup', lines[1]);
  await expect.poll(() => saved(connection)).toEqual([[B, A]]);
});

it('shows what was before where the host refuses', async () => {
  const connection = open();
  connection.answer('navSet', () => ({ ok: false, error: { kind: 'unreachable' } }));
  await page.getByRole('button', { name: 'Put Gamma first' }).click();
  await expect.element(page.getByText(/^Muster cannot be reached/)).toBeVisible();
  await expect
    .poll(() => [...document.querySelectorAll('.nav-name')].map(({ textContent }) => textContent))
    .toEqual(['Alpha', 'Beta', 'Gamma']);
});

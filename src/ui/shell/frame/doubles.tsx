/** A screen beside the portal's sidebar, with a few servers and players. */
import type { ReactNode } from 'react';
import { expect } from 'vitest';
import { page } from 'vitest/browser';
import '../../style/base.css';
import '../../parts/parts.css';
import './frame.css';
import type { ServerRow } from '../../../domain/rows.ts';
import { draw } from '../../app/doubles.tsx';
import {
  accountRow,
  FakeConnection,
  playerView,
  SERVER_ID,
  serverRow,
} from '../../data/doubles.ts';
import { FrameShell } from './frame-shell.tsx';

export const idOf = (number: number) => number.toString(16).padStart(24, '0');

const SERVERS = [serverRow(), ...[1, 2, 3].map((number) => serverRow({ id: idOf(number) }))];

/** Draws it as wide as said; answers what takes it away. */
export async function openFramed(
  screen: ReactNode,
  address: string,
  width: number,
  servers: readonly ServerRow[] = SERVERS,
): Promise<() => void> {
  await page.viewport(width, 844);
  const players = [1, 2, 3].map((number) =>
    playerView({ id: idOf(number), name: `Ann ${number}` }),
  );
  const feed = players.map(({ id, name }, index) => {
    const player = { id, muster_id: null, name };
    const entry = { kind: 'chat' as const, player, channel: 'Side', text: 'Hello' };
    return { id: `${SERVER_ID}:${index}`, server_id: SERVER_ID, seq: index, at: index, entry };
  });
  const totals = { tags: [], players: 9, slots: 60, queued: 0, unknown: 0 };
  const connection = new FakeConnection()
    .put('account', [accountRow()])
    .put('link', [{ id: 'link', connection: { kind: 'live', since: 0, latency: 9 }, fresh_at: 0 }])
    .put('totals', [{ id: 'totals', servers: 4, online: 4, down: 0, ...totals }])
    .put('server', [serverRow()])
    .put('servers', servers)
    .put('intentions', [])
    .put('players', players)
    .put('names', players)
    .put('feed', feed)
    .put('console', []);
  const leave = draw(<FrameShell>{screen}</FrameShell>, connection, address);
  const root = document.querySelector<HTMLElement>('#root');
  if (root !== null) root.style.height = '100vh';
  await expect.element(page.getByRole('table').first()).toBeVisible();
  return leave;
}

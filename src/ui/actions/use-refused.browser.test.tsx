import type { ReactNode } from 'react';
import { afterEach, beforeAll, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import '../style/base.css';
import '../parts/parts.css';
import { SERVER_PERMISSION } from '../../protocol/permissions.ts';
import { draw } from '../app/doubles.tsx';
import { accountRow, FakeConnection, playerView, SERVER_ID, serverRow } from '../data/doubles.ts';
import { startTexts } from '../text/i18n.ts';
import { AnnounceDialog } from './announce-dialog.tsx';
import { PlayerDialog } from './player-dialog.tsx';
import { ServerDialog } from './server-dialog.tsx';

let leave: (() => void) | undefined;
beforeAll(startTexts);
afterEach(() => leave?.());

const server = serverRow();
const ann = playerView();
const stay = () => undefined;

const QUESTIONS: readonly (readonly [string, string, ReactNode])[] = [
  [
    'server.action.kick',
    'Kick',
    <PlayerDialog
      key="kick"
      serverId={SERVER_ID}
      question={{ what: 'kick', player: ann }}
      onClose={stay}
    />,
  ],
  [
    'server.action.message-public',
    'Send',
    <AnnounceDialog key="announce" server={server} onClose={stay} />,
  ],
  [
    'server.action.lock',
    'Lock',
    <ServerDialog key="lock" server={server} question="lock" onClose={stay} />,
  ],
  [
    'server.action.shutdown',
    'Restart',
    <ServerDialog key="restart" server={server} question="restart" onClose={stay} />,
  ],
];

it.each(QUESTIONS)(
  'a question that stands says that %s is gone, and nothing is sent',
  async (permission, yes, question) => {
    const connection = new FakeConnection()
      .put('account', [accountRow()])
      .put('server', [server])
      .put('intentions', [])
      .put('feed', [])
      .put('players', [ann]);
    leave = draw(question, connection, '/dashboard');
    const button = page.getByRole('button', { name: yes, exact: true });
    await expect.element(button).not.toHaveAttribute('aria-disabled');
    const left = SERVER_PERMISSION.filter((one) => one !== permission);
    connection.put('account', [accountRow({ servers: { [SERVER_ID]: left } })]);
    await expect.element(button).toHaveAccessibleDescription(/You need the permission/);
    await button.click({ force: true });
    expect(connection.acts).toEqual([]);
    connection.put('account', [accountRow()]);
    await expect.element(button).not.toHaveAttribute('aria-disabled');
  },
);

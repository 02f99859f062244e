import { Ban, MessageSquare, UserX } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { mayBan } from '../../domain/permissions.ts';
import type { AccountRow } from '../../domain/rows.ts';
import { STANDING } from '../../domain/servers/status.ts';
import { banQuestion } from '../bans/ban-question.ts';
import { PLAYER_QUESTION, playerQuestion } from '../actions/player-question.ts';
import { mayAsk, reasonId, whyNot } from '../actions/why-not.ts';
import { useOne } from '../data/use-view.ts';
import { Button } from '../parts/button.tsx';
import type { Speaker } from '../parts/feed-entry.tsx';
import { playerName } from '../text/player-name.ts';

const TOOLS = [
  ['message', MessageSquare, 'players.messageWho', 'players.message'],
  ['kick', UserX, 'players.kickWho', 'players.kick'],
] as const;

/** What one may ask about somebody who said something, from the line that they said it in. */
export function ChatTools({
  serverId,
  account,
  player,
}: {
  readonly serverId: string;
  readonly account: AccountRow;
  readonly player: Speaker;
}) {
  const { t } = useTranslation('serverDashboard');
  const server = useOne({ view: 'server', server_id: serverId }, STANDING).row;
  if (server === undefined) return null;
  const name = playerName(player);
  const asked = TOOLS.filter(([what]) => mayAsk(account, serverId, PLAYER_QUESTION[what])).map(
    ([what, Icon, label, title]) => {
      const why = whyNot(server, PLAYER_QUESTION[what]);
      return (
        <Button
          key={what}
          kind="quiet"
          icon={<Icon />}
          aria-label={t(label, { name })}
          title={t(title)}
          why={why === null ? undefined : reasonId(why, serverId)}
          onClick={() => {
            playerQuestion.value = { what, serverId, player };
          }}
        />
      );
    },
  );
  return (
    <>
      {asked}
      {mayBan(account) && player.muster_id !== null ? (
        <Button
          kind="quiet"
          icon={<Ban />}
          aria-label={t('players.banWho', { name })}
          title={t('players.ban')}
          onClick={() => {
            banQuestion.value = { serverId, player };
          }}
        />
      ) : null}
    </>
  );
}

/** Whether anything of it is the account's to ask. */
export function hasChatTools(account: AccountRow, serverId: string): boolean {
  return (
    mayBan(account) || TOOLS.some(([what]) => mayAsk(account, serverId, PLAYER_QUESTION[what]))
  );
}

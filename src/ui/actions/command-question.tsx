import { useTranslation } from 'react-i18next';
import { aimedAt, aimOf, type Aim } from '../../domain/actions/aim.ts';
import { commandQuestion } from '../../domain/actions/commands.ts';
import { shownCommand } from '../../domain/actions/secrets.ts';
import type { ServerStanding } from '../../domain/servers/status.ts';
import { gameName, SERVER_ACTION } from '../../protocol/enumerations.ts';
import { factsOf } from '../../protocol/games/games.ts';
import { useRows } from '../data/use-view.ts';
import { LastLines } from '../parts/last-lines.tsx';
import { Question } from '../parts/question.tsx';
import { isolated } from '../text/isolated.ts';
import { playerName } from '../text/player-name.ts';
import { serverTitle } from '../text/server-title.ts';
import { CollisionNotice } from './collision-notice.tsx';
import type { ServerQuestion } from './server-question.ts';
import { useNumberedNames } from './use-numbered-names.ts';
import { everybodyOn } from './use-player.ts';

const BUTTONS: Readonly<Record<string, ServerQuestion>> = {
  SERVER_LOCK: 'lock',
  SERVER_UNLOCK: 'unlock',
  SERVER_RESTART: 'restart',
};

interface Asked {
  readonly server: ServerStanding;
  readonly command: string;
  readonly onYes: () => void;
  readonly onClose: () => void;
}

/** Asks before a command is sent that takes something from people: in the words of the button that does the same. */
export function CommandQuestion(props: Asked) {
  const { t } = useTranslation('serverDashboard');
  const { server, command, onYes, onClose } = props;
  const game = gameName(server.configuration.game);
  const aim = aimOf(game, command);
  if (aim !== null) return <AimQuestion {...props} aim={aim} />;
  const asked = commandQuestion(game, command);
  const button = asked?.kind === 'action' ? BUTTONS[asked.action] : undefined;
  const name = serverTitle(server.configuration);
  return (
    <Question
      danger={button !== 'lock' && button !== 'unlock'}
      title={
        button === undefined
          ? t('console.confirm', { command: shownCommand(command), name })
          : t(`confirm.${button}`, { name })
      }
      yes={button === undefined ? t('console.send') : t(button)}
      onYes={onYes}
      onClose={onClose}
    >
      {button === undefined ? null : <p className="mono">{command}</p>}
      <CollisionNotice serverId={server.id} plan={{ action: SERVER_ACTION.RAW, player: null }} />
    </Question>
  );
}

/** Who is kicked or banned, as far as it can be told by what is written. */
function AimQuestion({ server, command, aim, onYes, onClose }: Asked & { readonly aim: Aim }) {
  const { t } = useTranslation('serverDashboard');
  const { rows: players } = useRows(everybodyOn(server.id));
  const { game } = server.configuration;
  const names = useNumberedNames(server.id);
  const who = aimedAt(gameName(game), aim.at, players, (number) => names.get(number) ?? null);
  const plan =
    who === null
      ? { action: SERVER_ACTION.RAW, player: null }
      : { action: SERVER_ACTION.SERVER_KICK, player: who };
  return (
    <Question
      danger
      title={t(`confirm.${aim.does}`, { name: isolated(who === null ? aim.at : playerName(who)) })}
      yes={t(`players.${aim.does}`)}
      onYes={onYes}
      onClose={onClose}
    >
      <p className="mono">{command}</p>
      {who === null ? (
        <p>{t(`confirm.whoUnknown.${factsOf(game).control === 'battleye' ? 'number' : 'name'}`)}</p>
      ) : (
        <LastLines serverId={server.id} player={who} />
      )}
      <CollisionNotice serverId={server.id} plan={plan} />
    </Question>
  );
}

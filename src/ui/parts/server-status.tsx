import { Biohazard, Crosshair, FlaskConical, Hammer, Server, Target } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { serverStatus, type ServerStanding } from '../../domain/servers/status.ts';
import type { ServerRow } from '../../domain/rows.ts';
import { gameName, type ServerStatusName } from '../../protocol/enumerations.ts';
import { factsOf, type GameFacts } from '../../protocol/games/games.ts';
import { Status, type StatusTone } from './status.tsx';

const TONES: Readonly<Record<ServerStatusName, StatusTone>> = {
  online: 'good',
  starting: 'warn',
  connecting: 'warn',
  deploying: 'warn',
  offline: 'bad',
  error: 'bad',
  restricted: 'plain',
  deleting: 'plain',
  unknown: 'unknown',
};

/** A server's state by shape and word; `detailed`: of one that is wrong, by what is wrong, and what to do behind it. */
export function ServerStatus({
  server,
  detailed = false,
}: {
  readonly server: Omit<ServerStanding, 'id'>;
  readonly detailed?: boolean;
}) {
  const { t } = useTranslation('server');
  const { name, fault } = serverStatus(server);
  const fallback = fault === null ? null : t(`fault.${fault}`);
  const isNew = name === 'unknown';
  const why = isNew ? t('unknownState') : fallback;
  const word = detailed && name === 'error' && fallback !== null ? fallback : t(`status.${name}`);
  return (
    <span className="server-status" title={why ?? undefined}>
      <Status tone={TONES[name]}>
        {word}
        {detailed && isNew ? <span className="soft">{why}</span> : null}
      </Status>
    </span>
  );
}

/** A game by its sign, with its name for those who do not see it. */
export function GameSign({ game }: { readonly game: ServerRow['configuration']['game'] }) {
  const { t } = useTranslation('server');
  return (
    <abbr className="game-sign mono" title={t(`game.${gameName(game)}`)}>
      {factsOf(game).sign}
    </abbr>
  );
}

const PICTURES: Readonly<Record<GameFacts['picture'], typeof Server>> = {
  biohazard: Biohazard,
  crosshair: Crosshair,
  flask: FlaskConical,
  hammer: Hammer,
  server: Server,
  target: Target,
};

/** A game by picture and word; where there is no room for the word, the style leaves it to those who hear it. */
export function GamePicture({ game }: { readonly game: ServerRow['configuration']['game'] }) {
  const { t } = useTranslation('server');
  const name = t(`game.${gameName(game)}`);
  const Picture = PICTURES[factsOf(game).picture];
  return (
    <span className="game-picture" title={name}>
      <Picture className="icon" />
      <span className="word">{t(`gameShort.${gameName(game)}`)}</span>
    </span>
  );
}

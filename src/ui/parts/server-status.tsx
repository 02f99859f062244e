import { useTranslation } from 'react-i18next';
import { serverStatus, type ServerStanding } from '../../domain/servers/status.ts';
import type { ServerRow } from '../../domain/rows.ts';
import { gameName, type ServerStatusName } from '../../protocol/enumerations.ts';
import { factsOf } from '../../protocol/games/games.ts';
import { Status, type StatusTone } from './status.tsx';

const TONES: Readonly<Record<ServerStatusName, StatusTone>> = {
  online: 'good',
  starting: 'warn',
  connecting: 'warn',
  deploying: 'warn',
  offline: 'plain',
  error: 'bad',
  deleting: 'plain',
  unknown: 'unknown',
};

/** A server's state by shape and word; the fault, or what to do, stands behind it where there is room. */
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
  const why = name === 'unknown' ? t('unknownState') : fallback;
  return (
    <span className="server-status" title={why ?? undefined}>
      <Status tone={TONES[name]}>
        {t(`status.${name}`)}
        {detailed && why !== null ? <span className="soft">{why}</span> : null}
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

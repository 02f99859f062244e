import { Users } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { ServerRow } from '../../domain/rows.ts';
import { useConnectionKind } from '../data/use-view.ts';
import { useLocale } from '../parts/locale.ts';
import { PlayerCount } from '../parts/player-count.tsx';
import { GameSign } from '../parts/server-status.tsx';
import type { whyNotTo } from './kinds.ts';
import { serverName } from '../../domain/servers/server-name.ts';

/** A server that is left out, and why. */
export interface LeftOut {
  readonly server: ServerRow;
  readonly why: NonNullable<ReturnType<typeof whyNotTo>>;
}

/** To which of the chosen servers it happens, with who is on them, and to which not and why. */
export function Who({
  able,
  left,
}: {
  readonly able: readonly ServerRow[];
  readonly left: readonly LeftOut[];
}) {
  const { t } = useTranslation('many');
  const locale = useLocale();
  const connection = useConnectionKind();
  return (
    <div className="who" tabIndex={0} role="group" aria-label={t('to')}>
      {left.length === 0 ? null : (
        <>
          <h3>{t('left', { count: left.length })}</h3>
          <ul>
            {left.map(({ server, why }) => (
              <li key={server.id}>
                <GameSign game={server.configuration.game} />
                <bdi>{serverName(server.configuration)}</bdi>
                <span className="soft">
                  {why.kind === 'permission' ? t('permission') : why.text}
                </span>
              </li>
            ))}
          </ul>
        </>
      )}
      {able.length === 0 ? null : (
        <>
          {left.length === 0 ? null : <h3>{t('to')}</h3>}
          <ul>
            {able.map((server) => (
              <li key={server.id}>
                <GameSign game={server.configuration.game} />
                <bdi>{serverName(server.configuration)}</bdi>
                <span className="who-players soft">
                  <Users className="icon" aria-label={t('players')} />
                  <PlayerCount server={server} connection={{ kind: connection }} locale={locale} />
                </span>
              </li>
            ))}
          </ul>
        </>
      )}
    </div>
  );
}

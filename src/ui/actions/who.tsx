import i18next from 'i18next';
import { Users } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { ServerRow } from '../../domain/rows.ts';
import { useConnectionKind } from '../data/use-view.ts';
import { useLocale } from '../parts/locale.ts';
import { PlayerCount } from '../parts/player-count.tsx';
import { GameSign } from '../parts/server-status.tsx';
import { missingText } from '../text/problem-text.ts';
import type { whyNotTo } from './kinds.ts';
import { serverName } from '../../domain/servers/server-name.ts';

/** A server that is left out, and why. */
export interface LeftOut {
  readonly server: ServerRow;
  readonly why: NonNullable<ReturnType<typeof whyNotTo>>;
}

/** Why it is left out; the text of what is missing is there once the names of permissions are. */
export function leftText(why: LeftOut['why']): string {
  if (why.kind === 'now') return why.text;
  const missing = missingText(why.needs);
  const ns = 'many';
  return missing === '' ? i18next.t('permission', { ns }) : i18next.t('needs', { ns, missing });
}

/** To which of the chosen servers it happens, with who is on them, and to which not and why. */
export function Who({
  able,
  left,
}: {
  readonly able: readonly ServerRow[];
  readonly left: readonly LeftOut[];
}) {
  const { t } = useTranslation(['many', 'serverPages']);
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
                <span className="soft">{leftText(why)}</span>
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

import './many.css';
import { useTranslation } from 'react-i18next';
import { disconnectsAll } from '../../domain/actions/commands.ts';
import { shownCommand } from '../../domain/actions/secrets.ts';
import type { ServerRow } from '../../domain/rows.ts';
import { serverName } from '../../domain/servers/server-name.ts';
import { gameName } from '../../protocol/enumerations.ts';
import { useLocale } from '../parts/locale.ts';
import { Question } from '../parts/question.tsx';
import { formatCount } from '../text/format.ts';
import { CollisionNotice } from './collision-notice.tsx';
import { SEND_ACTION, type SendKind } from './kinds.ts';

/** Asks before many servers are sent what takes something from people: what becomes of them, on which servers. */
export function ManyConfirm({
  kind,
  words,
  servers,
  onYes,
  onClose,
}: {
  readonly kind: Exclude<SendKind, 'announce'>;
  readonly words: string;
  readonly servers: readonly ServerRow[];
  readonly onYes: () => void;
  readonly onClose: () => void;
}) {
  const { t } = useTranslation('many');
  const locale = useLocale();
  const count = servers.length;
  const emptied = servers.filter(
    ({ configuration: { game } }) =>
      kind === 'restart' || (kind === 'command' && disconnectsAll(gameName(game), words)),
  );
  const players = emptied.reduce((sum, { population }) => sum + (population.players ?? 0), 0);
  const effect = kind !== 'command' ? kind : emptied.length > 0 ? 'restart' : null;
  return (
    <Question
      danger
      title={t('confirm', {
        count,
        what: kind === 'command' ? shownCommand(words) : t(`done.${kind}`),
      })}
      yes={t(`yes.${kind}`, { count })}
      onYes={onYes}
      onClose={onClose}
    >
      {effect === null ? null : (
        <p>{t(`what.${effect}`, { count: players, formatted: formatCount(players, locale) })}</p>
      )}
      <ul className="many-servers">
        {servers.map((server) => (
          <li key={server.id}>
            {serverName(server.configuration)}
            <CollisionNotice
              serverId={server.id}
              plan={{ action: SEND_ACTION[kind], player: null }}
            />
          </li>
        ))}
      </ul>
    </Question>
  );
}

import './many.css';
import { useTranslation } from 'react-i18next';
import { disconnectsAll } from '../../domain/actions/commands.ts';
import { shownCommand } from '../../domain/actions/secrets.ts';
import type { ServerRow } from '../../domain/rows.ts';
import { serverName } from '../../domain/servers/server-name.ts';
import { gameName } from '../../protocol/enumerations.ts';
import { Question } from '../parts/question.tsx';
import type { SendKind } from './kinds.ts';
import { ManyCollisions } from './many-collisions.tsx';
import { ManyEffect } from './many-effect.tsx';

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
  const count = servers.length;
  const emptied = servers.filter(
    ({ configuration: { game } }) =>
      kind === 'restart' || (kind === 'command' && disconnectsAll(gameName(game), words)),
  );
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
      {effect === null ? null : <ManyEffect effect={effect} servers={emptied} of={count} />}
      <ul className="many-servers">
        {servers.map((server) => (
          <li key={server.id}>{serverName(server.configuration)}</li>
        ))}
      </ul>
      <ManyCollisions kind={kind} servers={servers} />
    </Question>
  );
}

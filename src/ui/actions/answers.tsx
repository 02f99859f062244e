import '../text/errors-at-hand.ts';
import './answers.css';
import { useTranslation } from 'react-i18next';
import type { BroadcastRow } from '../../domain/actions/broadcast.ts';
import { failed } from '../../domain/actions/broadcast.ts';
import { serverName } from '../../domain/servers/server-name.ts';
import type { ServerRow } from '../../domain/rows.ts';
import type { ErrorCode } from '../../protocol/errors.ts';
import { Button } from '../parts/button.tsx';
import { missingText } from '../text/problem-text.ts';
import type { Tone } from '../parts/notice.tsx';
import { Status } from '../parts/status.tsx';

const TONES: Readonly<Record<BroadcastRow['state'], Tone>> = {
  waiting: 'plain',
  asking: 'warn',
  done: 'good',
  refused: 'bad',
  'no-answer': 'bad',
};

/** What became of it at each server. */
export function Answers({
  rows,
  servers,
  busy,
  onRetry,
}: {
  readonly rows: readonly BroadcastRow[];
  readonly servers: readonly ServerRow[];
  readonly busy: boolean;
  /** null: nothing failed. */
  readonly onRetry: (() => void) | null;
}) {
  const { t } = useTranslation('many');
  const names = new Map(servers.map(({ id, configuration }) => [id, serverName(configuration)]));
  const done = rows.filter(({ state }) => state === 'done').length;
  return (
    <div className="answers">
      <p role="status">{rows.length === 0 ? null : t('summary', { done, all: rows.length })}</p>
      {rows.length === 0 ? null : (
        <ul aria-label={t('answers')}>
          {rows.map((row) => (
            <li key={row.serverId} data-state={row.state}>
              <span className="answer-name">{names.get(row.serverId) ?? row.serverId}</span>
              <Status tone={TONES[row.state]}>{t(`state.${row.state}`)}</Status>
              <Said row={row} />
            </li>
          ))}
        </ul>
      )}
      {onRetry === null || busy ? null : (
        <Button onClick={onRetry}>{t('retry', { count: failed(rows).length })}</Button>
      )}
    </div>
  );
}

function Said({ row: { state, answer, error, needs } }: { readonly row: BroadcastRow }) {
  // What is missing is said by the names of permissions.
  const { t } = useTranslation(['many', 'serverPages']);
  if (error !== null) {
    const missing = missingText(needs);
    if (missing !== '') return <span className="said">{t('needs', { missing })}</span>;
    return <span className="said">{t(error as ErrorCode, { ns: 'errors' })}</span>;
  }
  if (state !== 'done' || answer === null || answer === '') return null;
  const lines = answer.trim().split('\n');
  return lines.length === 1 ? (
    <span className="said mono">{answer}</span>
  ) : (
    <details className="said">
      <summary>{t('lines', { count: lines.length })}</summary>
      <pre className="mono" tabIndex={0} role="group" aria-label={t('answers')}>
        {answer}
      </pre>
    </details>
  );
}

import { useTranslation } from 'react-i18next';
import type { BroadcastRow } from '../../domain/actions/broadcast.ts';
import { failed } from '../../domain/actions/broadcast.ts';
import type { ServerRow } from '../../domain/rows.ts';
import type { ErrorCode } from '../../protocol/errors.ts';
import { Button } from '../parts/button.tsx';
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
  const { t } = useTranslation('consoles');
  const names = new Map(servers.map(({ id, configuration }) => [id, configuration.identifier]));
  const done = rows.filter(({ state }) => state === 'done').length;
  return (
    <div className="answers">
      <p role="status">
        {rows.length === 0 ? null : t('send.summary', { done, all: rows.length })}
      </p>
      {rows.length === 0 ? null : (
        <ul aria-label={t('send.answers')}>
          {rows.map((row) => (
            <li key={row.serverId} data-state={row.state}>
              <span className="answer-name">{names.get(row.serverId) ?? row.serverId}</span>
              <Status tone={TONES[row.state]}>{t(`send.state.${row.state}`)}</Status>
              <Said row={row} />
            </li>
          ))}
        </ul>
      )}
      {onRetry === null || busy ? null : (
        <Button onClick={onRetry}>{t('send.retry', { count: failed(rows).length })}</Button>
      )}
    </div>
  );
}

function Said({ row: { state, answer, error } }: { readonly row: BroadcastRow }) {
  const { t } = useTranslation('consoles');
  if (error !== null) {
    return <span className="said">{t(error as ErrorCode, { ns: 'errors' })}</span>;
  }
  if (state !== 'done') return null;
  if (answer === null || answer === '') {
    return <span className="said soft">{t('send.nothing')}</span>;
  }
  const lines = answer.trim().split('\n');
  return lines.length === 1 ? (
    <span className="said mono">{answer}</span>
  ) : (
    <details className="said">
      <summary>{t('send.lines', { count: lines.length })}</summary>
      <pre className="mono">{answer}</pre>
    </details>
  );
}

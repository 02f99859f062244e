import '../../text/errors-at-hand.ts';
import { X } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { IntentionRow } from '../../../domain/rows.ts';
import type { ServerActionRequest } from '../../../protocol/actions/calls.ts';
import type { ErrorCode } from '../../../protocol/errors.ts';
import { useNow } from '../../data/clock.ts';
import { useCommands, useRows } from '../../data/use-view.ts';
import { TONES } from '../../panels/asked-mark.tsx';
import { stillSpeaks } from '../../panels/asked.ts';
import { Button } from '../../parts/button.tsx';
import { Status } from '../../parts/status.tsx';
import { isolated } from '../../text/isolated.ts';

type AskedAction = ServerActionRequest['action'];

/**
 * What was asked of the server in any tab, and what became of it: the last in one line, the others behind it. The
 * line has its place, so that nothing moves that somebody reads.
 */
export function Outcomes({ serverId }: { readonly serverId: string }) {
  const { t } = useTranslation('serverDashboard');
  const commands = useCommands();
  const now = useNow();
  const all = useRows({ view: 'intentions', server_id: serverId }).rows;
  const rows = all.filter((row) => stillSpeaks(row, now));
  const last = rows.at(-1);
  const others = rows.slice(0, -1).toReversed();
  const ended = rows.filter((row) => row.state !== 'pending');
  return (
    <section className="outcomes" aria-label={t('outcome.title')}>
      <ul aria-live="polite">{last === undefined ? null : <Outcome row={last} />}</ul>
      {others.length === 0 ? null : (
        <details className="outcomes-more">
          <summary>{t('outcome.more', { count: others.length })}</summary>
          <div>
            <ul>
              {others.map((row) => (
                <Outcome key={row.id} row={row} />
              ))}
            </ul>
            {ended.length > 1 ? (
              <Button
                kind="quiet"
                onClick={() => {
                  for (const row of ended) void commands.dismiss(row.id);
                }}
              >
                {t('outcome.dismissAll')}
              </Button>
            ) : null}
          </div>
        </details>
      )}
    </section>
  );
}

function Outcome({ row }: { readonly row: IntentionRow }) {
  const { t } = useTranslation('serverDashboard');
  const commands = useCommands();
  const name = isolated(row.player_name ?? '');
  const action = t(`outcome.action.${row.action as AskedAction}`, { player: name });
  const said =
    row.state === 'pending'
      ? t('outcome.pending')
      : row.state === 'failed'
        ? t((row.error ?? 'internal-error') as ErrorCode, { ns: 'errors' })
        : row.answer === null || row.answer === ''
          ? t('outcome.done')
          : t('outcome.answer', { answer: row.answer });
  return (
    <li>
      <Status tone={TONES[row.state]}>{action}</Status>
      <span className="said">
        {row.text === null || row.text === '' ? null : <q>{row.text}</q>}{' '}
        {said.includes('\n') ? (
          <details>
            <summary>{t('outcome.lines')}</summary>
            <pre className="mono">{row.answer}</pre>
          </details>
        ) : (
          said
        )}
      </span>
      {row.state === 'pending' ? null : (
        <Button
          kind="quiet"
          icon={<X />}
          aria-label={t('dismiss', { ns: 'common' })}
          onClick={() => void commands.dismiss(row.id)}
        />
      )}
    </li>
  );
}

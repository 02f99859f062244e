import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { failed } from '../../domain/actions/broadcast.ts';
import { useSignalValue } from '../data/use-signal.ts';
import { Button } from '../parts/button.tsx';
import { Dialog } from '../parts/dialog.tsx';
import { Answers } from './answers.tsx';
import type { Broadcaster } from './broadcaster.ts';
import type { Deed } from './run.ts';
import { useServers } from './use-servers.ts';

/** What became of it at each server, as it comes in; what takes it back where something does. */
export function ManyResults({
  run,
  onClose,
}: {
  readonly run: Broadcaster<Deed>;
  readonly onClose: () => void;
}) {
  const { t } = useTranslation('many');
  const rows = useSignalValue(run.rows);
  const ids = rows.map(({ serverId }) => serverId).join(' ');
  const servers = useServers(useMemo(() => ids.split(' '), [ids]));
  const busy = rows.some(({ state }) => state === 'waiting' || state === 'asking');
  const done = rows.filter(({ state }) => state === 'done').map(({ serverId }) => serverId);
  const back = run.request?.back ?? null;
  return (
    <Dialog
      open
      onClose={onClose}
      title={run.request?.title ?? ''}
      actions={
        <>
          {back === null || done.length === 0 ? null : (
            <Button still={busy} onClick={() => void run.send(done, back.deed())}>
              {back.label}
            </Button>
          )}
          <Button kind="primary" onClick={onClose}>
            {t('close', { ns: 'common' })}
          </Button>
        </>
      }
    >
      <div className="many-answers" tabIndex={0} role="group" aria-label={t('answers')}>
        <Answers
          rows={rows}
          servers={servers}
          busy={busy}
          onRetry={failed(rows).length === 0 ? null : () => void run.retry()}
        />
      </div>
    </Dialog>
  );
}

/** What was done last, and with how many it is done. */
export function Summary({ run }: { readonly run: Broadcaster<Deed> }) {
  const { t } = useTranslation('many');
  const rows = useSignalValue(run.rows);
  const wrong = failed(rows).length;
  const done = rows.filter(({ state }) => state === 'done').length;
  return (
    <span>
      <bdi>{run.request?.title}</bdi>: {t('summary', { done, all: rows.length })}
      {wrong === 0 ? null : <strong className="wrong">{t('failed', { count: wrong })}</strong>}
    </span>
  );
}

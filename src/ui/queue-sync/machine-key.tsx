import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { BY_AUTHORITY } from '../../domain/queue-sync/key.ts';
import type { RowOf } from '../../protocol/resources/registry.ts';
import { useCommands } from '../data/use-view.ts';
import { Button } from '../parts/button.tsx';
import { Notice } from '../parts/notice.tsx';
import { toast } from '../parts/toasts.tsx';
import { errorText } from '../text/problem-text.ts';

/** By which key the machine is known, and where it shows another, that one. */
export function MachineKey({
  serverId: server_id,
  target: { protocol, trusted_key, shown_key },
}: {
  readonly serverId: string;
  readonly target: RowOf<'queueSyncTarget'>;
}) {
  const { t } = useTranslation('queueSync');
  const commands = useCommands();
  const [busy, setBusy] = useState(false);
  const trust = async (key: string) => {
    setBusy(true);
    const outcome = await commands.call('queueSyncTrust', { params: { server_id }, body: { key } });
    setBusy(false);
    if (outcome.ok) toast(t('key.trusted'));
    else toast(errorText(outcome.error), 'bad');
  };
  if (protocol === 'ftp') return <Notice tone="warn">{t('key.none')}</Notice>;
  const known = trusted_key === null ? null : textOf(trusted_key);
  return (
    <>
      {known === null ? null : <p className="soft">{known}</p>}
      {shown_key === null ? null : (
        <Notice
          tone="bad"
          action={
            <Button busy={busy} onClick={() => void trust(shown_key)}>
              {t('key.trust')}
            </Button>
          }
        >
          {t('key.shown')} <code>{shown_key}</code>
        </Notice>
      )}
    </>
  );

  function textOf(key: string) {
    if (key === BY_AUTHORITY) return t('key.authority');
    return (
      <>
        {t('key.known')} <code>{key}</code>
      </>
    );
  }
}

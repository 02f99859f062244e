import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { CLOSE } from '../../../protocol/close-codes.ts';
import { useConnectionState, useWorkerState } from '../../data/use-view.ts';
import { Button } from '../../parts/button.tsx';
import { keepServedBuild } from '../reloading/build.ts';

/** Whether the host, or the worker of the other tabs, speaks another version: only a reload helps. */
export function useOutdated(): boolean {
  const worker = useWorkerState();
  const connection = useConnectionState();
  const refused = connection?.kind === 'refused' && connection.status === CLOSE.PROTOCOL;
  return refused || worker.kind === 'replaced';
}

/** Reloads into the host's build: without it kept first, the service worker begins with the old one. */
export function ReloadButton() {
  const { t } = useTranslation('frame');
  const [busy, setBusy] = useState(false);
  const reload = async () => {
    setBusy(true);
    await keepServedBuild().catch(reportError);
    location.reload();
  };
  return (
    <Button kind="primary" busy={busy} onClick={() => void reload()}>
      {t('reload')}
    </Button>
  );
}

import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { CommandError } from '../../worker/contract.ts';
import { useCommands } from '../data/use-view.ts';
import { Button } from '../parts/button.tsx';
import { CallError } from '../parts/call-error.tsx';

/** Whether others find one's own account; the plan may not open it, and then it can still be left. */
export function PrivateMode({
  isOn,
  opens,
  onDone,
}: {
  readonly isOn: boolean;
  readonly opens: boolean;
  readonly onDone: () => void;
}) {
  const { t } = useTranslation('persons');
  const commands = useCommands();
  const why = useId();
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<CommandError | null>(null);
  const canChange = isOn || opens;
  const change = async () => {
    setBusy(true);
    const outcome = await commands.call('privateSet', {
      params: {},
      body: { private: !isOn },
    });
    setBusy(false);
    setError(outcome.ok ? null : outcome.error);
    if (outcome.ok) onDone();
  };
  return (
    <div className="person-private">
      <span>{t(isOn ? 'private.on' : 'private.off')}</span>{' '}
      <Button
        kind="quiet"
        busy={busy}
        why={canChange ? undefined : why}
        onClick={() => void change()}
      >
        {t(isOn ? 'private.leave' : 'private.enter')}
      </Button>
      <p id={why} className="soft">
        {t(canChange ? 'private.text' : 'private.plan')}
      </p>
      {error === null ? null : <CallError error={error} onRetry={() => void change()} />}
    </div>
  );
}

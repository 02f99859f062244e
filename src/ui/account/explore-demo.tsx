import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { CommandError } from '../../worker/contract.ts';
import { Button } from '../parts/button.tsx';
import { FormError } from '../parts/form-error.tsx';
import { authCall } from './client.ts';

/** Leads from the first-run page to a demo, which is started where it does not run yet. */
export function ExploreDemo({ running }: { readonly running: boolean }) {
  const { t } = useTranslation('auth');
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<CommandError | null>(null);
  const explore = async () => {
    setBusy(true);
    setError(null);
    const answer = await authCall('exploreDemo');
    if (answer.ok) {
      location.assign(answer.value.address);
      return;
    }
    setBusy(false);
    setError(answer.error);
  };
  return (
    <section className="explore-demo" aria-label={t('demo.title')}>
      <p className="soft" role="status">
        {t(busy && !running ? 'demo.starting' : 'demo.offer')}
      </p>
      <Button busy={busy} onClick={() => void explore()}>
        {t(running ? 'demo.goOn' : 'demo.explore')}
      </Button>
      <FormError error={error} />
    </section>
  );
}

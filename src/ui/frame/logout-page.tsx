import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { Redirect } from 'wouter';
import { useCommands, useReplaying } from '../data/use-view.ts';
import { forgetRecent } from '../palette/recent.ts';
import { forgetDrafts } from '../parts/kept-draft.ts';
import { to } from '../routes.ts';
import { forgetWalls } from '../wall/forget-walls.ts';

/** Signs out, in all tabs, and leads to the sign-in site; a host that plays a recording has neither. */
export function LogoutPage() {
  return useReplaying() ? <Redirect to={to.dashboard()} replace /> : <SignsOut />;
}

function SignsOut() {
  const { t } = useTranslation('frame');
  const commands = useCommands();
  useEffect(() => {
    forgetRecent();
    forgetWalls('account');
    forgetDrafts();
    void commands.signOut().then(() => location.replace(to.signIn(to.dashboard())));
  }, [commands]);
  return (
    <main className="lonely" role="status">
      {t('logout')} …
    </main>
  );
}

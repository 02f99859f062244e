import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { Redirect } from 'wouter';
import { to } from '../../domain/routes/routes.ts';
import { useCommands, useReplaying } from '../data/use-view.ts';

/**
 * Signs out, in all tabs, and leads to the sign-in site; a host that plays a recording has neither.
 * `forget`: takes away what this browser keeps of the account.
 */
export function LogoutPage({ forget }: { readonly forget: () => void }) {
  return useReplaying() ? <Redirect to={to.dashboard()} replace /> : <SignsOut forget={forget} />;
}

function SignsOut({ forget }: { readonly forget: () => void }) {
  const { t } = useTranslation('frame');
  const commands = useCommands();
  useEffect(() => {
    forget();
    void commands.signOut().then(() => location.replace(to.signIn(to.dashboard())));
  }, [commands, forget]);
  return (
    <main className="lonely" role="status">
      {t('logout')} …
    </main>
  );
}

import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { DEMO_ACCOUNT, DEMO_ROLE, type DemoRole } from '../../protocol/account/demo.ts';
import type { CommandError } from '../../worker/contract.ts';
import { Button } from '../parts/button.tsx';
import { FormError } from '../parts/form-error.tsx';
import { authCall } from './client.ts';
import { goOn } from './address.ts';

/** The sign-in page of a demo: one press for each kind of person. */
export function DemoEntrance() {
  const { t } = useTranslation('auth');
  const [entering, setEntering] = useState<DemoRole | null>(null);
  const [error, setError] = useState<CommandError | null>(null);
  const enter = async (role: DemoRole) => {
    const { username, password } = DEMO_ACCOUNT[role];
    setEntering(role);
    setError(null);
    const answer = await authCall('signIn', { identifier: username, password });
    if (answer.ok) {
      goOn();
      return;
    }
    setEntering(null);
    setError(answer.error);
  };
  return (
    <>
      <ul className="demo-roles">
        {DEMO_ROLE.map((role) => (
          <li key={role}>
            <Button
              kind={role === 'owner' ? 'primary' : 'plain'}
              busy={entering === role}
              aria-describedby={`demo-${role}`}
              onClick={() => void enter(role)}
            >
              {t(`demo.enter.${role}`)}
            </Button>
            <p id={`demo-${role}`} className="soft">
              {t(`demo.may.${role}`)}
            </p>
          </li>
        ))}
      </ul>
      <FormError error={error} />
    </>
  );
}

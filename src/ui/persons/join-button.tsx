import { useTranslation } from 'react-i18next';
import { navigate } from 'wouter/use-browser-location';
import { mayHost } from '../../domain/permissions.ts';
import { to } from '../../domain/routes/routes.ts';
import type { CallAnswer } from '../../worker/contract.ts';
import { useCommands, useOne } from '../data/use-view.ts';
import { Button } from '../parts/button.tsx';
import { Confirm } from '../parts/confirm.tsx';
import { useDialog } from '../parts/use-dialog.ts';
import { isolated } from '../text/isolated.ts';

type Alternate = CallAnswer<'personAlternates'>['alternates'][number];

/** Says that a guess is right, with what speaks for it; for whoever operates the Muster. */
export function JoinButton({
  one,
  other,
  onJoined,
}: {
  readonly one: { readonly muster_id: string; readonly name: string };
  readonly other: Alternate;
  readonly onJoined: () => void;
}) {
  const { t } = useTranslation('persons');
  const commands = useCommands();
  const account = useOne({ view: 'account' }).row;
  const [dialog, open] = useDialog();
  if (!mayHost(account, 'host.operate')) return null;
  const join = async () => {
    const params = { muster_id: one.muster_id };
    const body = { other: other.muster_id };
    const outcome = await commands.call('personJoin', { params, body });
    if (!outcome.ok) return outcome;
    const { muster_id } = outcome.value;
    if (muster_id === one.muster_id) onJoined();
    else navigate(to.profile(muster_id), { replace: true });
    return outcome;
  };
  const names = { one: isolated(one.name), other: isolated(other.name) };
  return (
    <>
      <Button
        onClick={() =>
          open((close) => (
            <Confirm
              title={t('joins.ask', names)}
              action={t('joins.yes')}
              done={t('joins.done')}
              onClose={close}
              onYes={join}
            >
              <ul>
                {other.evidence.map(({ kind, weight, count }) => (
                  <li key={kind}>
                    {t(`alternates.evidence.${kind}`, { count })}{' '}
                    <span className="numeric">{weight > 0 ? `+${weight}` : weight}</span>
                  </li>
                ))}
              </ul>
              <p>{t('joins.text')}</p>
            </Confirm>
          ))
        }
      >
        {t('joins.same')}
      </Button>
      {dialog}
    </>
  );
}

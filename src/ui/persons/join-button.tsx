import { useTranslation } from 'react-i18next';
import { mayHost } from '../../domain/permissions.ts';
import type { CallAnswer } from '../../worker/contract.ts';
import { useOne } from '../data/use-view.ts';
import { Button } from '../parts/button.tsx';
import { useDialog } from '../parts/use-dialog.ts';
import { JoinQuestion, type Side } from './join-question.tsx';

type Alternate = CallAnswer<'personAlternates'>['alternates'][number];

/** Says that a guess is right, with what speaks for it; for whoever operates the Muster. */
export function JoinButton({
  one,
  other,
  onJoined,
}: {
  readonly one: Side;
  readonly other: Alternate;
  readonly onJoined: () => void;
}) {
  const { t } = useTranslation('persons');
  const account = useOne({ view: 'account' }).row;
  const [dialog, open] = useDialog();
  if (!mayHost(account, 'host.operate')) return null;
  return (
    <>
      <Button
        onClick={() =>
          open((close) => (
            <JoinQuestion one={one} other={other} onJoined={onJoined} onClose={close}>
              <ul>
                {other.evidence.map(({ kind, weight, count }) => (
                  <li key={kind}>
                    {t(`alternates.evidence.${kind}`, { count })}{' '}
                    <span className="numeric">{weight > 0 ? `+${weight}` : weight}</span>
                  </li>
                ))}
              </ul>
            </JoinQuestion>
          ))
        }
      >
        {t('joins.same')}
      </Button>
      {dialog}
    </>
  );
}

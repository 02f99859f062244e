import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { navigate } from 'wouter/use-browser-location';
import { to } from '../../domain/routes/routes.ts';
import { useCommands } from '../data/use-view.ts';
import { Confirm } from '../parts/confirm.tsx';
import { isolated } from '../text/isolated.ts';

export interface Side {
  readonly muster_id: string;
  readonly name: string;
}

/** How one of two who are to be joined is called, or else which id they have. */
export function sideName({ muster_id, name }: Side): string {
  return name === '' ? muster_id : name;
}

/** Asks whether two are one person, and joins them; what speaks for it stands in the question. */
export function JoinQuestion({
  one,
  other,
  onJoined,
  onClose,
  children,
}: {
  /** Whose profile is looked at. */
  readonly one: Side;
  readonly other: Side;
  readonly onJoined: () => void;
  readonly onClose: () => void;
  readonly children: ReactNode;
}) {
  const { t } = useTranslation('persons');
  const commands = useCommands();
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
  const names = { one: isolated(sideName(one)), other: isolated(sideName(other)) };
  return (
    <Confirm
      title={t('joins.ask', names)}
      action={t('joins.yes')}
      done={t('joins.done')}
      onClose={onClose}
      onYes={join}
    >
      {children}
      <p>{t('joins.text')}</p>
    </Confirm>
  );
}

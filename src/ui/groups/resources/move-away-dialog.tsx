import { useTranslation } from 'react-i18next';
import { hexId } from '../../../protocol/fields.ts';
import { FormDialog } from '../../parts/form-dialog.tsx';
import { useForm } from '../../parts/use-form.ts';
import { Choice } from '../known/choice.tsx';
import { groupErrorText } from '../known/refusals.ts';
import { useMovingAccount, useTakerName, useTakers, type Taker } from '../known/takers.ts';
import { GoesAlong } from './goes-along.tsx';
import type { Thing } from '../known/thing.ts';
import { tellMoved, useMove } from './use-move.ts';

/** Gives something to another owner, whom whoever moves it chooses. */
export function MoveAwayDialog({
  thing,
  from,
  onClose,
}: {
  readonly thing: Thing;
  /** Whose it is; null: an account's other than the own. */
  readonly from: Taker | null;
  readonly onClose: () => void;
}) {
  const { t } = useTranslation('groups');
  const { kind, id, name } = thing;
  const account = useMovingAccount();
  const takers = useTakers(account).filter((taker) => taker.id !== from?.id);
  const nameOf = useTakerName();
  const move = useMove();
  const form = useForm({
    rules: { to: hexId },
    initial: { to: '' },
    concerns: {
      'plan-limit-reached': 'to',
      'subscription-restricted': 'to',
      'limit-reached': 'to',
      'not-found': 'to',
    },
    refusalText: groupErrorText,
    ask: ({ to }) => {
      const taker = takers.find((one) => one.id === to);
      return taker === undefined
        ? Promise.resolve({ ok: false, error: { kind: 'unreachable' } } as const)
        : move(thing, taker);
    },
    done: (_, { values }) => {
      const to = takers.find((one) => one.id === values.to);
      if (to !== undefined) tellMoved({ thing, to, from });
      onClose();
    },
  });
  return (
    <FormDialog
      form={form}
      title={t('resources.awayTitle', { name })}
      action={t(`resources.move.${kind}`)}
      onClose={onClose}
    >
      <p>
        {from === null || from.kind === 'account'
          ? t('resources.saysAccount')
          : t('resources.says', { from: from.name })}
      </p>
      {kind === 'server' ? <GoesAlong serverId={id} /> : null}
      {takers.length === 0 ? (
        <p className="soft">{t('ownerPanel.nowhere')}</p>
      ) : (
        <Choice
          name="to"
          label={t('resources.to')}
          chosen={form.values.to}
          options={takers.map((taker) => ({ value: taker.id, label: nameOf(taker) }))}
          wrong={form.wrong['to']}
          onChosen={(to) => form.set({ to })}
        />
      )}
    </FormDialog>
  );
}

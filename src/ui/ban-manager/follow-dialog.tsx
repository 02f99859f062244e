import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { banListFollow } from '../../protocol/bans/follow-calls.ts';
import { useCommands } from '../data/use-view.ts';
import { Field } from '../parts/field.tsx';
import { FormDialog } from '../parts/form-dialog.tsx';
import { CallError } from '../parts/call-error.tsx';
import { toast } from '../parts/toasts.tsx';
import { useCall } from '../parts/use-call.ts';
import { useForm } from '../parts/use-form.ts';
import { isolated } from '../text/isolated.ts';
import { banErrorText, type BanList } from '../bans/known/ban-list.ts';

/** Asks for the share code of another list, and says what follows for whoever is on it. */
export function FollowDialog({
  list,
  onClose,
}: {
  readonly list: BanList;
  readonly onClose: () => void;
}) {
  const { t } = useTranslation('bans');
  const commands = useCommands();
  const name = isolated(list.identifier);
  const form = useForm({
    rules: { share_code: banListFollow.body.shape.share_code },
    initial: { share_code: '' },
    refusalText: (error) => {
      const code = error.kind === 'problem' ? error.problem.code : '';
      return code === 'limit-reached' ? t('follows.limit') : banErrorText(error);
    },
    ask: (body) => commands.call('banListFollow', { params: { banlist_id: list.id }, body }),
    done: () => {
      toast(t('follows.added', { name }));
      onClose();
    },
  });
  const read = banListFollow.body.shape.share_code.safeParse(form.values.share_code);
  const code = read.success && list.servers > 0 ? read.data : null;
  const [kicks, setKicks] = useState({ code: '', count: 0 });
  return (
    <FormDialog
      form={form}
      title={t('follows.addTitle', { name })}
      action={t('follows.addAction')}
      danger={kicks.code === code && kicks.count > 0}
      onClose={onClose}
    >
      <Field
        {...form.field('share_code')}
        label={t('follows.code')}
        hint={t('follows.codeHint')}
        autoComplete="off"
        spellCheck={false}
      />
      <p>{t('follows.says', { count: list.servers, name })}</p>
      {code === null ? null : <Kicks key={code} listId={list.id} code={code} onKicks={setKicks} />}
      <p className="soft">{t('follows.notOn')}</p>
    </FormDialog>
  );
}

/** How many of those who are on now would be kicked; what is wrong with the code is said at its field, once it is sent. */
function Kicks({
  listId,
  code,
  onKicks,
}: {
  readonly listId: string;
  readonly code: string;
  readonly onKicks: (kicks: { readonly code: string; readonly count: number }) => void;
}) {
  const { t } = useTranslation('bans');
  const { answer, error, reload } = useCall('banListFollowPreview', {
    params: { banlist_id: listId },
    body: { share_code: code },
  });
  const count = answer?.kept_out ?? 0;
  useEffect(() => onKicks({ code, count }), [onKicks, code, count]);
  if (error !== null && error.kind !== 'problem') {
    return <CallError error={error} onRetry={reload} />;
  }
  if (answer === null) return null;
  const { players, unseen } = answer;
  return (
    <p role="status">
      {t('follows.kicks', { count, players })} {unseen === 0 ? null : t('follows.kicksUnseen')}
    </p>
  );
}

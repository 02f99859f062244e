import { useTranslation } from 'react-i18next';
import { banListFollow } from '../../protocol/bans/calls.ts';
import { useCommands } from '../data/use-view.ts';
import { Field } from '../parts/field.tsx';
import { FormDialog } from '../parts/form-dialog.tsx';
import { toast } from '../parts/toasts.tsx';
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
  return (
    <FormDialog
      form={form}
      title={t('follows.addTitle', { name })}
      action={t('follows.addAction')}
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
      <p className="soft">{t('follows.notOn')}</p>
    </FormDialog>
  );
}

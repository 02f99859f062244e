import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { may } from '../../domain/permissions.ts';
import { banListAssign } from '../../protocol/bans/calls.ts';
import { useResource } from '../data/use-resource.ts';
import { useCommands, useOne } from '../data/use-view.ts';
import { Choice } from '../groups/known/choice.tsx';
import { useFreeServers } from '../groups/known/free-servers.ts';
import { FormDialog } from '../parts/form-dialog.tsx';
import { toast } from '../parts/toasts.tsx';
import { useForm } from '../parts/use-form.ts';
import { banErrorText, type BanList } from '../bans/known/ban-list.ts';
import { Backtest } from './backtest.tsx';

const ACCOUNT = ['servers', 'capabilities'] as const;

/** Asks which server is to obey a list, and says what follows for whoever is on it. */
export function AssignDialog({
  list,
  onClose,
}: {
  readonly list: BanList;
  readonly onClose: () => void;
}) {
  const { t } = useTranslation('bans');
  // What a choice says before one is made stands there.
  useTranslation('groups');
  const none = useId();
  const commands = useCommands();
  const account = useOne({ view: 'account' }, ACCOUNT).row;
  const { rows: obeying } = useResource('banListServers', { banlist_id: list.id });
  const { free, inAlready } = useFreeServers(obeying);
  const reads = (id: string) =>
    may(account, id, 'server.view.personal') &&
    (may(account, id, 'server.view.feed') || may(account, id, 'server.view.filtered'));
  const form = useForm({
    rules: banListAssign.body.shape,
    initial: { server_id: '', primary: true },
    concerns: {
      'limit-reached': 'server_id',
      'not-found': 'server_id',
      'only-watched': 'server_id',
    },
    refusalText: banErrorText,
    ask: (body) => commands.call('banListAssign', { params: { banlist_id: list.id }, body }),
    done: (_, { values }) => {
      const server = free.find(({ value }) => value === values.server_id)?.label ?? '';
      toast(t('servers.added', { server }));
      onClose();
    },
  });
  return (
    <FormDialog
      form={form}
      title={t('servers.addTitle', { name: list.identifier })}
      action={t('servers.addAction')}
      why={free.length === 0 ? none : undefined}
      onClose={onClose}
    >
      {free.length === 0 ? (
        <p id={none}>{t(inAlready ? 'servers.addAll' : 'servers.addNone')}</p>
      ) : (
        <>
          <Choice
            name="server_id"
            label={t('servers.which')}
            chosen={form.values.server_id}
            options={free}
            wrong={form.wrong['server_id']}
            onChosen={(server_id) => form.set({ server_id })}
          />
          <label className="check">
            <input
              type="checkbox"
              checked={form.values.primary}
              onChange={({ target }) => form.set({ primary: target.checked })}
            />
            {t('servers.asPrimary')}
          </label>
          <p className="soft">
            {t('servers.primaryHint')} {t('servers.firstIsPrimary')}
          </p>
          <p>{t('servers.saysAdd', { count: list.bans })}</p>
          {reads(form.values.server_id) && list.permissions.includes('banlist.list') ? (
            <Backtest listId={list.id} serverId={form.values.server_id} />
          ) : null}
        </>
      )}
    </FormDialog>
  );
}

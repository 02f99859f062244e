import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { may } from '../../domain/permissions.ts';
import { serverName } from '../../domain/servers/server-name.ts';
import { banListAssign } from '../../protocol/bans/calls.ts';
import { useResource } from '../data/use-resource.ts';
import { useCommands, useOne, useRows } from '../data/use-view.ts';
import { Choice } from '../groups/known/choice.tsx';
import { FormDialog } from '../parts/form-dialog.tsx';
import { toast } from '../parts/toasts.tsx';
import { useForm } from '../parts/use-form.ts';
import { banErrorText, type BanList } from '../bans/known/ban-list.ts';
import { Backtest } from './backtest.tsx';

const ACCOUNT = ['servers', 'capabilities'] as const;
/** So many servers can be chosen from. */
const LISTED = 1_000;

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
  const { rows: servers } = useRows({
    view: 'servers',
    filter: {},
    sort: 'identifier',
    direction: 'asc',
    window: { from: 0, to: LISTED },
  });
  const there = new Set(obeying.map(({ id }) => id));
  const free = servers.filter(
    ({ id }) => !there.has(id) && may(account, id, 'server.modify.configuration'),
  );
  const reads = (id: string) =>
    may(account, id, 'server.view.personal') &&
    (may(account, id, 'server.view.feed') || may(account, id, 'server.view.filtered'));
  const form = useForm({
    rules: banListAssign.body.shape,
    initial: { server_id: '', primary: true },
    concerns: { 'limit-reached': 'server_id', 'not-found': 'server_id' },
    refusalText: banErrorText,
    ask: (body) => commands.call('banListAssign', { params: { banlist_id: list.id }, body }),
    done: (_, { values }) => {
      const chosen = free.find(({ id }) => id === values.server_id);
      const server = chosen === undefined ? '' : serverName(chosen.configuration);
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
        <p id={none}>{t('servers.addNone')}</p>
      ) : (
        <>
          <Choice
            name="server_id"
            label={t('servers.which')}
            chosen={form.values.server_id}
            options={free.map(({ id, configuration }) => ({
              value: id,
              label: serverName(configuration),
            }))}
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

import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { may } from '../../domain/permissions.ts';
import { serverName } from '../../domain/servers/server-name.ts';
import { bucketAssign } from '../../protocol/buckets/calls.ts';
import { useResource } from '../data/use-resource.ts';
import { useCommands, useOne, useRows } from '../data/use-view.ts';
import { Choice } from '../groups/known/choice.tsx';
import { FormDialog } from '../parts/form-dialog.tsx';
import { toast } from '../parts/toasts.tsx';
import { useForm } from '../parts/use-form.ts';
import { bucketErrorText, type Bucket } from './bucket.ts';

const ACCOUNT = ['servers', 'capabilities'] as const;
/** So many servers can be chosen from. */
const LISTED = 1_000;

/** Asks which server is to use a bucket. */
export function AssignDialog({
  bucket,
  onClose,
}: {
  readonly bucket: Bucket;
  readonly onClose: () => void;
}) {
  const { t } = useTranslation('buckets');
  // What a choice says before one is made stands there.
  useTranslation('groups');
  const none = useId();
  const commands = useCommands();
  const account = useOne({ view: 'account' }, ACCOUNT).row;
  const { rows: using } = useResource('bucketServers', { bucket_id: bucket.id });
  const { rows: servers } = useRows({
    view: 'servers',
    filter: {},
    sort: 'identifier',
    direction: 'asc',
    window: { from: 0, to: LISTED },
  });
  const there = new Set(using.map(({ id }) => id));
  const free = servers.filter(
    ({ id }) => !there.has(id) && may(account, id, 'server.modify.configuration'),
  );
  const form = useForm({
    rules: bucketAssign.body.shape,
    initial: { server_id: '' },
    concerns: { 'limit-reached': 'server_id', 'not-found': 'server_id' },
    refusalText: bucketErrorText,
    ask: (body) => commands.call('bucketAssign', { params: { bucket_id: bucket.id }, body }),
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
      title={t('servers.addTitle', { name: bucket.identifier })}
      action={t('servers.addAction')}
      why={free.length === 0 ? none : undefined}
      onClose={onClose}
    >
      {free.length === 0 ? (
        <p id={none}>{t('servers.addNone')}</p>
      ) : (
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
      )}
      <p className="soft">{t(`does.${bucket.type}`)}</p>
    </FormDialog>
  );
}

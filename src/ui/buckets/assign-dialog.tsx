import { useCallback, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { fitsServer } from '../../domain/buckets/rules.ts';
import { bucketAssign } from '../../protocol/buckets/calls.ts';
import { BUCKET_LIMIT, isFilterBucket } from '../../protocol/buckets/limits.ts';
import { useResource } from '../data/use-resource.ts';
import { useCommands } from '../data/use-view.ts';
import { Choice } from '../groups/known/choice.tsx';
import { useFreeServers } from '../groups/known/free-servers.ts';
import { FormDialog } from '../parts/form-dialog.tsx';
import { toast } from '../parts/toasts.tsx';
import { useForm } from '../parts/use-form.ts';
import { bucketErrorText, type Bucket } from '../entries/bucket.ts';
import { WhatFollows } from './what-follows.tsx';

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
  const { rows: using } = useResource('bucketServers', { bucket_id: bucket.id });
  const { free, inAlready } = useFreeServers(using);
  const form = useForm({
    rules: bucketAssign.body.shape,
    initial: { server_id: '' },
    concerns: {
      'limit-reached': 'server_id',
      'filters-full': 'server_id',
      'only-watched': 'server_id',
      'not-found': 'server_id',
    },
    refusalText: bucketErrorText,
    ask: (body) => commands.call('bucketAssign', { params: { bucket_id: bucket.id }, body }),
    done: (_, { values }) => {
      const { server_id } = values;
      const server = free.find(({ value }) => value === server_id)?.label ?? '';
      const undo = async () => {
        const params = { bucket_id: bucket.id, server_id };
        const outcome = await commands.call('bucketUnassign', { params, body: {} });
        if (outcome.ok) toast(t('servers.takenAway', { name: server }));
        else toast(bucketErrorText(outcome.error), 'bad');
      };
      toast(t('servers.added', { server }), 'good', () => void undo());
      onClose();
    },
  });
  const chosen = form.values.server_id;
  const { rows: used } = useResource('serverBuckets', chosen === '' ? null : chosen);
  const [kicks, setKicks] = useState({ server: '', count: 0 });
  const onKicks = useCallback((count: number) => setKicks({ server: chosen, count }), [chosen]);
  const label = free.find(({ value }) => value === chosen)?.label;
  const isFull = !fitsServer([...used, bucket]);
  return (
    <FormDialog
      form={form}
      title={t('servers.addTitle', { name: bucket.identifier })}
      action={t('servers.addAction')}
      danger={kicks.server === chosen && kicks.count > 0}
      why={free.length === 0 || isFull ? none : undefined}
      onClose={onClose}
    >
      {free.length === 0 ? (
        <p id={none}>{t(inAlready ? 'servers.addAll' : 'servers.addNone')}</p>
      ) : (
        <Choice
          name="server_id"
          label={t('servers.which')}
          chosen={chosen}
          options={free}
          wrong={form.wrong['server_id']}
          onChosen={(server_id) => form.set({ server_id })}
        />
      )}
      {isFull ? (
        <p id={none}>{t('servers.full', { count: BUCKET_LIMIT.filtersOfServer })}</p>
      ) : null}
      <p className="soft">{t(`does.${bucket.type}`)}</p>
      {isFilterBucket(bucket.type) ? <p className="soft">{t('ofServer.filters')}</p> : null}
      {label === undefined ? null : (
        <WhatFollows
          key={chosen}
          bucket={bucket}
          serverId={chosen}
          identifier={label}
          onKicks={onKicks}
        />
      )}
    </FormDialog>
  );
}

import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'wouter';
import { to } from '../../domain/routes/routes.ts';
import { needsComment } from '../../domain/buckets/rules.ts';
import { newBucketEntry } from '../../protocol/buckets/calls.ts';
import { isFilterBucket } from '../../protocol/buckets/limits.ts';
import { DurationFields } from '../bans/known/duration-fields.tsx';
import { isWrong, minutesOf, type Duration } from '../bans/known/duration.ts';
import { useResource } from '../data/use-resource.ts';
import { useCommands } from '../data/use-view.ts';
import { bucketErrorText, mayIn, useBuckets, type Bucket } from '../entries/bucket.ts';
import type { AskedEntry } from '../entries/entry-question.ts';
import { Dialog } from '../parts/dialog.tsx';
import { Field } from '../parts/field.tsx';
import { FormDialog } from '../parts/form-dialog.tsx';
import { Loading } from '../parts/loading.tsx';
import { newRequestId } from '../parts/request-id.ts';
import { Select } from '../parts/select.tsx';
import { toast } from '../parts/toasts.tsx';
import { useForm } from '../parts/use-form.ts';
import { isolated } from '../text/isolated.ts';
import { playerName } from '../text/player-name.ts';

interface Props {
  readonly question: AskedEntry;
  readonly onClose: () => void;
  readonly onDone: () => void;
}

const EVER: Duration = { span: 'ever', amount: '', unit: 'days' };

/** Puts somebody into a bucket where their name stands: a whitelist of their server, unless another one is chosen. */
export function AddToBucket(props: Props) {
  const { t } = useTranslation('buckets');
  const { question, onClose } = props;
  const { serverId, player } = question;
  const { told, buckets } = useBuckets();
  const used = useResource('serverBuckets', serverId);
  const name = isolated(playerName({ ...player, id: player.id ?? '' }));
  const title = t('atName.title', { name });
  if (!told || !used.told) {
    return (
      <Dialog open onClose={onClose} title={title} closable>
        <Loading lines={4} />
      </Dialog>
    );
  }
  const here = new Set(used.rows.map(({ id }) => id));
  const choices = buckets
    .filter((one) => mayIn(one, 'bucket.add') && !isFilterBucket(one.type))
    .map((bucket): Choice => ({ bucket, here: here.has(bucket.id) }))
    .toSorted((a, b) => rankOf(a) - rankOf(b));
  const [first] = choices;
  if (first === undefined || player.muster_id === null) {
    return (
      <Dialog open onClose={onClose} title={title} closable>
        {player.muster_id === null ? (
          <p>{t('atName.nobodyKnown')}</p>
        ) : (
          <p>
            {t('atName.none')} <Link href={to.buckets()}>{t('ofServer.toBuckets')}</Link>
          </p>
        )}
      </Dialog>
    );
  }
  return (
    <Asked
      {...props}
      title={title}
      name={name}
      choices={choices}
      first={first.bucket}
      musterId={player.muster_id}
    />
  );
}

interface Choice {
  readonly bucket: Bucket;
  /** The server uses it. */
  readonly here: boolean;
}

/** What the server uses comes first, and of that its whitelists. */
function rankOf({ bucket: { type }, here }: Choice): number {
  return (here ? 0 : 2) + (type === 'WHITELIST' ? 0 : 1);
}

function Asked({
  title,
  name,
  choices,
  first,
  musterId,
  onDone,
  onClose,
}: Omit<Props, 'question'> & {
  readonly title: string;
  readonly name: string;
  readonly choices: readonly Choice[];
  readonly first: Bucket;
  readonly musterId: string;
}) {
  const { t } = useTranslation('buckets');
  const bans = useTranslation('bans').t;
  const commands = useCommands();
  // Sent again where an answer got lost, they are in it once.
  const [entry_id] = useState(newRequestId);
  const bucketOf = (id: string) => choices.find(({ bucket }) => bucket.id === id)?.bucket ?? first;
  const remove = async ({ id: bucket_id }: Bucket) => {
    const outcome = await commands.call('bucketEntriesRemove', {
      params: { bucket_id },
      body: { ids: [entry_id] },
    });
    if (outcome.ok) toast(t('entries.removed', { count: outcome.value.removed }));
    else toast(bucketErrorText(outcome.error), 'bad');
  };
  const form = useForm({
    rules: { comment: newBucketEntry.shape.comment },
    initial: { bucket: first.id, comment: '', duration: EVER },
    typed: ({ comment }) => ({ comment }),
    also: ({ bucket, comment, duration }): Readonly<Record<string, string>> => ({
      ...(needsComment(bucketOf(bucket).type) && comment.trim() === ''
        ? { comment: t('note-needed', { ns: 'errors' }) }
        : {}),
      ...(isWrong(duration) ? { minutes: bans('duration.wrong') } : {}),
    }),
    refusalText: bucketErrorText,
    ask: ({ comment }, { values: { bucket, duration } }) => {
      const what = { kind: 'person', muster_id: musterId } as const;
      const minutes = minutesOf(duration) ?? null;
      return commands.call('bucketEntriesAdd', {
        params: { bucket_id: bucketOf(bucket).id },
        body: { entries: [{ entry_id, what, comment, minutes }] },
      });
    },
    done: ({ added }, { values }) => {
      const bucket = bucketOf(values.bucket);
      const said = { name, bucket: isolated(bucket.identifier) };
      if (added === 0) toast(t('atName.known', said));
      else {
        const undo = mayIn(bucket, 'bucket.remove') ? () => void remove(bucket) : null;
        toast(t('atName.done', said), 'good', undo);
      }
      onClose();
      onDone();
    },
  });
  const { bucket: chosen, duration } = form.values;
  const labelOf = ({ bucket: { identifier, type }, here }: Choice) => {
    const says = { name: identifier, type: t(`type.${type}`) };
    return here ? t('atName.here', says) : t('atName.elsewhere', says);
  };
  return (
    <FormDialog form={form} title={title} action={t('atName.action')} onClose={onClose}>
      <Select
        label={t('atName.bucket')}
        value={chosen}
        options={choices.map((one) => ({ value: one.bucket.id, label: labelOf(one) }))}
        onValue={(bucket) => form.set({ bucket })}
      />
      <p className="soft">{t(`does.${bucketOf(chosen).type}`)}</p>
      <Field
        {...form.field('comment')}
        label={
          needsComment(bucketOf(chosen).type)
            ? t('atName.note')
            : `${t('entries.comment')} (${t('optional', { ns: 'common' })})`
        }
        autoComplete="off"
      />
      <DurationFields
        value={duration}
        wrong={form.wrong['minutes']}
        onChange={(part) => form.set({ duration: { ...duration, ...part } }, 'minutes')}
      />
    </FormDialog>
  );
}

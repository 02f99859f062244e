import { useId, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { BanRow } from '../../domain/bans/row.ts';
import { banDescription, banMinutes, banReason } from '../../protocol/bans/fields.ts';
import { useCommands } from '../data/use-view.ts';
import { FormDialog } from '../parts/form-dialog.tsx';
import { useLocale } from '../parts/locale.ts';
import { toast } from '../parts/toasts.tsx';
import { useForm } from '../parts/use-form.ts';
import { formatMoment } from '../text/format.ts';
import { isolated } from '../text/isolated.ts';
import { banErrorText, mayIn, type BanList } from '../bans/known/ban-list.ts';
import { MissingIn } from '../bans/known/missing-in.tsx';
import { DurationFields } from '../bans/known/duration-fields.tsx';
import { durationNeeds, isWrong, minutesOf, usualDuration } from '../bans/known/duration.ts';
import { DescriptionField, ReasonField } from '../bans/known/words-fields.tsx';
import { whoText } from '../bans/known/who.ts';

interface Props {
  readonly list: BanList;
  readonly ban: BanRow;
  readonly onDone: () => void;
  /** The ban may be another by now: it is read again. */
  readonly onRefused: () => void;
  readonly onClose: () => void;
}

/** Changes why and for how long somebody is banned. */
export function BanEdit({ list, ban, onDone, onRefused, onClose }: Props) {
  const { t } = useTranslation('bans');
  // What permissions are called stands there.
  useTranslation('groups');
  const why = useId();
  const commands = useCommands();
  const locale = useLocale();
  const { reason, description, until } = ban;
  const initial = useMemo(
    () => ({
      reason,
      description,
      until,
      duration: { ...usualDuration([]), span: 'keep' } as ReturnType<typeof usualDuration>,
    }),
    [reason, description, until],
  );
  const form = useForm({
    rules: { reason: banReason, description: banDescription, minutes: banMinutes.optional() },
    initial,
    typed: ({ reason, description, duration }) => ({
      reason,
      description,
      minutes: minutesOf(duration),
    }),
    also: ({ duration }): Readonly<Record<string, string>> =>
      isWrong(duration) ? { minutes: t('duration.wrong') } : {},
    refusalText: banErrorText,
    ask: async ({ minutes, ...words }, { was: { duration: _, ...was } }) => {
      const outcome = await commands.call('banEdit', {
        params: { banlist_id: list.id, ban_id: ban.id },
        body: { ...words, ...(minutes === undefined ? {} : { minutes }), was },
      });
      if (!outcome.ok) onRefused();
      return outcome;
    },
    done: () => {
      toast(t('ban.saved'));
      onDone();
    },
  });
  const { duration } = form.values;
  const needed =
    duration.span === 'keep'
      ? until === null
        ? 'banlist.add-permanent'
        : 'banlist.add-temporary'
      : durationNeeds(duration);
  const isMissing = !mayIn(list, needed);
  return (
    <FormDialog
      form={form}
      title={t('ban.title', { name: isolated(whoText(ban)) })}
      action={t('ban.save')}
      why={isMissing ? why : undefined}
      onClose={onClose}
    >
      <ReasonField {...form.field('reason')} />
      <DurationFields
        value={duration}
        keeps
        hint={
          until === null ? t('ban.isFor') : t('ban.isUntil', { until: formatMoment(until, locale) })
        }
        wrong={form.wrong['minutes']}
        onChange={(part) => form.set({ duration: { ...duration, ...part } }, 'minutes')}
      />
      <DescriptionField {...form.field('description')} />
      <MissingIn id={why} list={list} needed={needed} />
    </FormDialog>
  );
}

/** Puts a ban whose time is over in force again: it has to be said for how long. */
export function EnforceAgain({ list, ban, onDone, onRefused, onClose }: Props) {
  const { t } = useTranslation('bans');
  // What permissions are called stands there.
  useTranslation('groups');
  const why = useId();
  const commands = useCommands();
  const [initial] = useState({ duration: usualDuration(list.permissions) });
  const form = useForm({
    rules: { minutes: banMinutes },
    initial,
    typed: ({ duration }) => ({ minutes: minutesOf(duration) ?? null }),
    also: ({ duration }): Readonly<Record<string, string>> =>
      isWrong(duration) ? { minutes: t('duration.wrong') } : {},
    refusalText: banErrorText,
    ask: async ({ minutes }) => {
      const outcome = await commands.call('banStatus', {
        params: { banlist_id: list.id, ban_id: ban.id },
        body: { status: 'ACTIVE', minutes, was: ban.status },
      });
      if (!outcome.ok) onRefused();
      return outcome;
    },
    done: () => {
      toast(t('ban.enforced'));
      onDone();
    },
  });
  const { duration } = form.values;
  const needed = durationNeeds(duration);
  const isMissing = !mayIn(list, needed);
  return (
    <FormDialog
      form={form}
      title={t('ban.enforceTitle')}
      action={t('ban.enforce')}
      why={isMissing ? why : undefined}
      onClose={onClose}
    >
      <DurationFields
        value={duration}
        wrong={form.wrong['minutes']}
        onChange={(part) => form.set({ duration: { ...duration, ...part } }, 'minutes')}
      />
      <MissingIn id={why} list={list} needed={needed} />
    </FormDialog>
  );
}

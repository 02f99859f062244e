import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { BanRow } from '../../domain/bans/row.ts';
import { banDescription, banMinutes, banReason } from '../../protocol/bans/fields.ts';
import { useCommands } from '../data/use-view.ts';
import { FormDialog } from '../parts/form-dialog.tsx';
import { toast } from '../parts/toasts.tsx';
import { useForm } from '../parts/use-form.ts';
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
  readonly onClose: () => void;
}

/** Changes why and for how long somebody is banned. */
export function BanEdit({ list, ban, onDone, onClose }: Props) {
  const { t } = useTranslation('bans');
  // What permissions are called stands there.
  useTranslation('groups');
  const why = useId();
  const commands = useCommands();
  const [initial] = useState({
    reason: ban.reason,
    description: ban.description,
    duration: { ...usualDuration([]), span: 'keep' as const },
  });
  const form = useForm({
    rules: { reason: banReason, description: banDescription, minutes: banMinutes.optional() },
    initial: initial as Omit<typeof initial, 'duration'> & {
      readonly duration: ReturnType<typeof usualDuration>;
    },
    typed: ({ reason, description, duration }) => ({
      reason,
      description,
      minutes: minutesOf(duration),
    }),
    also: ({ duration }): Readonly<Record<string, string>> =>
      isWrong(duration) ? { minutes: t('duration.wrong') } : {},
    refusalText: banErrorText,
    ask: ({ minutes, ...words }, { was: { reason, description } }) =>
      commands.call('banEdit', {
        params: { banlist_id: list.id, ban_id: ban.id },
        body: {
          ...words,
          ...(minutes === undefined ? {} : { minutes }),
          was: { reason, description, until: ban.until },
        },
      }),
    done: () => {
      toast(t('ban.saved'));
      onDone();
    },
  });
  const { duration } = form.values;
  const needed =
    duration.span === 'keep'
      ? ban.until === null
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
        wrong={form.wrong['minutes']}
        onChange={(part) => form.set({ duration: { ...duration, ...part } }, 'minutes')}
      />
      <DescriptionField {...form.field('description')} />
      <MissingIn id={why} list={list} needed={needed} />
    </FormDialog>
  );
}

/** Puts a ban whose time is over in force again: it has to be said for how long. */
export function EnforceAgain({ list, ban, onDone, onClose }: Props) {
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
    ask: ({ minutes }) =>
      commands.call('banStatus', {
        params: { banlist_id: list.id, ban_id: ban.id },
        body: { status: 'ACTIVE', minutes, was: ban.status },
      }),
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

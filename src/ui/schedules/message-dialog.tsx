import './schedules.css';
import { useId, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { z } from 'zod';
import type { ResourceView } from '../../domain/queries.ts';
import { permissionsOfMessage, unfitOfMessage } from '../../domain/schedules/checks.ts';
import type { Game } from '../../protocol/enumerations.ts';
import {
  MESSAGE_MODE,
  messageInterval,
  messageMode,
  messageOffset,
  privateText,
} from '../../protocol/schedules/fields.ts';
import { TextHint } from '../parts/text-hint.tsx';
import { useCommands } from '../data/use-view.ts';
import { Field } from '../parts/field.tsx';
import { FormDialog } from '../parts/form-dialog.tsx';
import { useLocale } from '../parts/locale.ts';
import { read, wholeNumber } from '../parts/rules.ts';
import { Select } from '../parts/select.tsx';
import { toast } from '../parts/toasts.tsx';
import { useForm } from '../parts/use-form.ts';
import { formatDuration } from '../text/format.ts';
import { VariableChips } from './variable-chips.tsx';
import type { DialogProps } from './scheduled-list.tsx';
import { offeredFor, partedBy, TargetFields, useTargets } from './targets.tsx';
import { addDeed, writeRow } from './writes.ts';

export type MessageRow = ResourceView<'messages'>;

const FIELDS = {
  enabled: z.boolean(),
  mode: messageMode,
  text: privateText,
  interval: messageInterval.nullable(),
  offset: messageOffset,
};

const draftOf = ({ enabled, mode, text, interval, offset }: MessageDraftOf) => ({
  enabled,
  mode,
  text,
  interval: interval === null ? '' : String(interval),
  offset: String(offset),
});
type MessageDraftOf = Pick<MessageRow, 'enabled' | 'mode' | 'text' | 'interval' | 'offset'>;

const NEW: MessageDraftOf = { enabled: true, mode: 'public', text: '', interval: 900, offset: 0 };

function unfitOfDraft(draft: ReturnType<typeof draftOf>, game: Game) {
  const { mode, text, interval } = draft;
  const every = interval.trim() === '' ? null : wholeNumber(interval);
  return unfitOfMessage({ mode, text, interval: every }, game);
}

/** What a person writes of a message. */
export function messageValues({ enabled, mode, text, interval, offset }: MessageDraftOf) {
  return { enabled, mode, text, interval, offset };
}

/** Adds a message that servers say by themselves, or changes one of a server. */
export function MessageDialog({
  serverIds,
  account,
  row: message,
  like,
  onMany,
  onClose,
}: DialogProps<MessageRow>) {
  const { t } = useTranslation('schedules');
  useTranslation(['many', 'forms']);
  const locale = useLocale();
  const commands = useCommands();
  const targets = useTargets(serverIds);
  const { servers, alone } = targets;
  const [first = ''] = serverIds;
  const [begun] = useState(() => draftOf(like ?? NEW));
  const why = useId();
  const form = useForm({
    rules: FIELDS,
    initial: useMemo(() => (message === null ? begun : draftOf(message)), [message, begun]),
    ask: (values, { was: seen }) => {
      const was = message === null ? undefined : read(FIELDS, seen).body;
      return writeRow(commands, {
        resource: 'messages',
        server_id: first,
        row: message,
        values,
        was,
      });
    },
    done: () => {
      toast(t('saved', { ns: 'common' }));
      onClose();
    },
    also: (draft) => {
      const unfit = servers
        .flatMap(({ configuration }) => Object.entries(unfitOfDraft(draft, configuration.game)))
        // Of many servers, those that cannot do it are left out.
        .filter(([, one]) => alone || one !== 'not_in_game');
      return Object.fromEntries(
        unfit.map(([field, one]) => [field, t(`form.unfit.${one ?? 'required'}`)]),
      );
    },
  });
  const parted = useMemo(
    () =>
      partedBy(account, servers, {
        alone,
        needed: () => permissionsOfMessage(form.values),
        unfit: (game) => unfitOfDraft(form.values, game),
        cannot: t('form.unfit.not_in_game'),
      }),
    [account, servers, alone, form.values, t],
  );
  const { able } = parted;
  const { mode, text, interval } = form.values;
  const seconds = wholeNumber(interval);
  const save = () => {
    if (!alone) {
      const values = form.check();
      if (values === null || able.length === 0) return;
      onMany(
        addDeed(commands, 'messages', t('messageForm.done', { text: values.text }), values),
        able.map(({ id }) => id),
      );
      return;
    }
    if (first !== '') form.submit();
  };
  const titleOf = () => {
    if (message !== null) return t('messageForm.editTitle');
    if (serverIds.length === 0) return t('messageForm.copyTitle');
    return serverIds.length > 1
      ? t('messageForm.manyTitle', { count: serverIds.length })
      : t('messageForm.addTitle');
  };
  return (
    <FormDialog
      form={form}
      title={titleOf()}
      action={alone ? t('save', { ns: 'common' }) : t('form.manySave', { count: able.length })}
      why={able.length === 0 ? why : undefined}
      onSubmit={save}
      onClose={onClose}
    >
      <Select
        name="mode"
        label={t('messageForm.mode')}
        value={mode}
        options={MESSAGE_MODE.map((value) => ({ value, label: t(`messages.to.${value}`) }))}
        onValue={(value) => form.set({ mode: value === 'private' ? 'private' : 'public' })}
      />
      {form.wrong['mode'] === undefined ? null : (
        <p className="wrong" role="alert">
          {form.wrong['mode']}
        </p>
      )}
      <Field
        {...form.field('text')}
        label={t('messageForm.text')}
        hint={<TextHint rule={privateText} text={text} />}
        autoComplete="off"
      />
      <VariableChips
        said={mode}
        field={() => form.element.current?.querySelector('[name="text"]') ?? null}
        onText={(next) => form.set({ text: next })}
      />
      <div className="job-before">
        <Field
          {...form.field('interval')}
          label={t(mode === 'public' ? 'messageForm.interval' : 'messageForm.again')}
          hint={
            seconds > 0
              ? t('messageForm.intervalHint', { time: formatDuration(seconds, locale) })
              : mode === 'private'
                ? t('messageForm.againHint')
                : form.limit('interval')
          }
          inputMode="numeric"
          autoComplete="off"
        />
        <Field
          {...form.field('offset')}
          label={t(`messageForm.offset.${mode}`)}
          hint={mode === 'public' ? t('messageForm.offsetHint') : form.limit('offset')}
          inputMode="numeric"
          autoComplete="off"
        />
      </div>
      <TargetFields
        targets={targets}
        parted={parted}
        account={account}
        offered={offeredFor(serverIds, message)}
        why={why}
      />
    </FormDialog>
  );
}

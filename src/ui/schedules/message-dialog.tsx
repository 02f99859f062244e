import './schedules.css';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { z } from 'zod';
import type { ResourceView } from '../../domain/queries.ts';
import { unfitOfMessage } from '../../domain/schedules/checks.ts';
import type { ServerRow } from '../../domain/rows.ts';
import {
  MESSAGE_MODE,
  messageInterval,
  messageMode,
  messageOffset,
  privateText,
} from '../../protocol/schedules/fields.ts';
import { TextHint } from '../actions/text-hint.tsx';
import { useCommands } from '../data/use-view.ts';
import { Field } from '../parts/field.tsx';
import { FormDialog } from '../parts/form-dialog.tsx';
import { useLocale } from '../parts/locale.ts';
import { wholeNumber } from '../parts/rules.ts';
import { Select } from '../parts/select.tsx';
import { toast } from '../parts/toasts.tsx';
import { useForm } from '../parts/use-form.ts';
import { formatDuration } from '../text/format.ts';
import { VariableChips } from './variable-chips.tsx';
import { writeRow } from './writes.ts';

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

/** What a person writes of a message. */
export function messageValues({ enabled, mode, text, interval, offset }: MessageDraftOf) {
  return { enabled, mode, text, interval, offset };
}

/** Adds a message that a server says by itself, or changes one. */
export function MessageDialog({
  server,
  message,
  onClose,
}: {
  readonly server: ServerRow;
  /** As it is by now; null: a new one. */
  readonly message: MessageRow | null;
  readonly onClose: () => void;
}) {
  const { t } = useTranslation('schedules');
  const locale = useLocale();
  const commands = useCommands();
  const [begun] = useState(() => draftOf(NEW));
  const form = useForm({
    rules: FIELDS,
    initial: useMemo(() => (message === null ? begun : draftOf(message)), [message, begun]),
    also: ({ mode, text, interval }) => {
      const every = interval.trim() === '' ? null : wholeNumber(interval);
      const unfit = unfitOfMessage({ mode, text, interval: every }, server.configuration.game);
      return Object.fromEntries(
        Object.entries(unfit).map(([field, why]) => [field, t(`form.unfit.${why ?? 'required'}`)]),
      );
    },
  });
  const { mode, text, interval } = form.values;
  const seconds = wholeNumber(interval);
  const save = async () => {
    const outcome = await form.submit((values) =>
      writeRow(commands, {
        resource: 'messages',
        server_id: server.id,
        row: message,
        values,
        was: message === null ? undefined : messageValues(message),
      }),
    );
    if (outcome?.ok !== true) return;
    toast(t('saved', { ns: 'common' }));
    onClose();
  };
  return (
    <FormDialog
      form={form}
      title={t(message === null ? 'messageForm.addTitle' : 'messageForm.editTitle')}
      action={t('save', { ns: 'common' })}
      onSubmit={() => void save()}
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
    </FormDialog>
  );
}

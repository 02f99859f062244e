import { MessageSquarePlus } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { permissionsOfMessage } from '../../domain/schedules/checks.ts';
import { useLocale } from '../parts/locale.ts';
import { formatDuration } from '../text/format.ts';
import { MessageDialog, messageValues, type MessageRow } from './message-dialog.tsx';
import { ScheduledList, type ListProps } from './scheduled-list.tsx';

/** What a server says by itself, again and again or to whoever joins. */
export function MessageList(props: ListProps) {
  return (
    <ScheduledList
      {...props}
      resource="messages"
      add={{ icon: <MessageSquarePlus /> }}
      nameOf={({ text }) => text}
      valuesOf={messageValues}
      needs={permissionsOfMessage}
      words={(message) => <MessageWords message={message} />}
      dialog={(dialog) => <MessageDialog {...dialog} />}
    />
  );
}

/** What is said, to whom and when. */
function MessageWords({
  message: { text, mode, interval, offset },
}: {
  readonly message: MessageRow;
}) {
  const { t } = useTranslation('schedules');
  const locale = useLocale();
  const every = interval === null ? null : formatDuration(interval, locale);
  const joined = formatDuration(offset, locale);
  return (
    <>
      <bdi>{text}</bdi>
      <span className="soft">
        {t(`messages.to.${mode}`)},{' '}
        {mode === 'public'
          ? t('messages.every', { time: every ?? '' })
          : every === null
            ? t('messages.once', { time: joined })
            : t('messages.again', { time: joined, every })}
      </span>
    </>
  );
}

import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { isNearlyFull } from '../../domain/files/storage.ts';
import type { CallAnswer } from '../../worker/contract.ts';
import { useResource } from '../data/use-resource.ts';
import { useCommands } from '../data/use-view.ts';
import { useLocale } from '../parts/locale.ts';
import { Notice } from '../parts/notice.tsx';
import { Question } from '../parts/question.tsx';
import { useCall } from '../parts/use-call.ts';
import { useDialog } from '../parts/use-dialog.ts';
import { formatBytes } from '../text/format.ts';

type Room = CallAnswer<'fileRoom'>;

/** How much of its owner's storage is used, and what becomes of what does not fit, where that may be soon. */
export function RoomLeft({ serverId }: { readonly serverId: string }) {
  const { t } = useTranslation('files');
  const locale = useLocale();
  const kept = useResource('files', serverId).rows;
  const version = kept.map(({ id }) => id).join();
  const { answer } = useCall('fileRoom', { params: { server_id: serverId }, query: {} }, version);
  if (answer === null) return null;
  const { used, quota, policy } = answer;
  const figures = { used: formatBytes(used, locale), quota: formatBytes(quota, locale) };
  return isNearlyFull(used, quota) ? (
    <Notice tone="warn">{t(`nearly.${policy}`, figures)}</Notice>
  ) : (
    <p className="soft">{t('used', figures)}</p>
  );
}

/**
 * Asks whether a file may be uploaded, where older ones would go for it. Where it cannot be known, the host says what
 * becomes of it. The first of the answer is the question while it stands.
 */
export function useAskRoom(serverId: string) {
  const commands = useCommands();
  const [dialog, open] = useDialog();
  const answered = useRef<(yes: boolean) => void>(() => undefined);
  const ask = async (name: string, bytes: number): Promise<boolean> => {
    const input = { params: { server_id: serverId }, query: { bytes } };
    const outcome = await commands.call('fileRoom', input);
    if (!outcome.ok || outcome.value.goes.length + outcome.value.others === 0) return true;
    return new Promise((resolve) => {
      answered.current = resolve;
      open((close) => (
        <RoomQuestion
          name={name}
          room={outcome.value}
          onAnswer={(yes) => {
            close();
            answered.current(yes);
          }}
        />
      ));
    });
  };
  return [dialog, ask] as const;
}

function RoomQuestion({
  name,
  room: { goes, others },
  onAnswer,
}: {
  readonly name: string;
  readonly room: Room;
  readonly onAnswer: (yes: boolean) => void;
}) {
  const { t } = useTranslation('files');
  const locale = useLocale();
  return (
    <Question
      danger
      title={t('room.title')}
      yes={t('room.yes', { count: goes.length + others })}
      onYes={() => onAnswer(true)}
      onClose={() => onAnswer(false)}
    >
      <p>{t('room.text', { name })}</p>
      <ul className="going-files">
        {goes.map(({ id, name: file, bytes }) => (
          <li key={id}>
            <bdi className="file-name">{file}</bdi>{' '}
            <span className="soft">{formatBytes(bytes, locale)}</span>
          </li>
        ))}
        {others === 0 ? null : <li>{t('room.others', { count: others })}</li>}
      </ul>
    </Question>
  );
}

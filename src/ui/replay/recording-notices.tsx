import { useTranslation } from 'react-i18next';
import type { OpenedRecording } from '../../worker/replay/contract.ts';
import { Notice } from '../parts/notice.tsx';

/** What is wrong with a recording, in words: what is damaged is named line by line. */
export function RecordingNotices({ recording }: { readonly recording: OpenedRecording }) {
  const { t } = useTranslation('replay');
  const { damaged, damage, cutOff, sameVersion } = recording;
  return (
    <>
      {damaged === 0 ? null : (
        <Notice tone="warn">
          <details>
            <summary>{t('damaged', { count: damaged })}</summary>
            <ul className="replay-damage">
              {damage.map(({ line, reason }, index) => (
                <li key={index}>{t('damagedLine', { line, reason })}</li>
              ))}
            </ul>
          </details>
        </Notice>
      )}
      {cutOff ? (
        <Notice tone="warn" slim>
          {t('cutOff')}
        </Notice>
      ) : null}
      {sameVersion ? null : (
        <Notice tone="warn" slim>
          {t('otherVersion')}
        </Notice>
      )}
    </>
  );
}

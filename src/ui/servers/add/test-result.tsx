import { useTranslation } from 'react-i18next';
import { Button } from '../../parts/button.tsx';
import { useLocale } from '../../parts/locale.ts';
import { Notice } from '../../parts/notice.tsx';
import { formatCount } from '../../text/format.ts';
import { offeredName } from './offered-name.ts';
import type { TestAnswer } from './use-wizard.ts';

/** What the game server answered to the test of its connection. */
export function TestResult({
  answer,
  called,
  onName,
}: {
  readonly answer: TestAnswer;
  /** Its name as it is typed. */
  readonly called: string;
  /** Takes what it calls itself for its name. */
  readonly onName: (name: string) => void;
}) {
  const { t } = useTranslation('addServer');
  const { latency, name, map, players, slots } = answer;
  const offered = offeredName(name);
  const unknown = t('unknown', { ns: 'common' });
  const locale = useLocale();
  const figure = (value: number | null) => (value === null ? unknown : formatCount(value, locale));
  return (
    <Notice tone="good">
      <strong>{t('tested', { latency: formatCount(latency, locale) })}</strong>
      <dl className="facts">
        <div>
          <dt>{t('testedName')}</dt>
          <dd>
            <bdi>{name ?? unknown}</bdi>{' '}
            {offered === null || offered === called ? null : (
              <Button onClick={() => onName(offered)}>{t('useName')}</Button>
            )}
          </dd>
        </div>
        <div>
          <dt>{t('testedMap')}</dt>
          <dd>{map ?? unknown}</dd>
        </div>
        <div>
          <dt>{t('testedPlayers')}</dt>
          <dd className="numeric">
            {figure(players)} / {figure(slots)}
          </dd>
        </div>
      </dl>
    </Notice>
  );
}

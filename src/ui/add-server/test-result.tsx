import { useTranslation } from 'react-i18next';
import { Notice } from '../parts/notice.tsx';
import type { TestAnswer } from './use-wizard.ts';

/** What the game server answered to the test of its connection. */
export function TestResult({ answer }: { readonly answer: TestAnswer }) {
  const { t } = useTranslation('addServer');
  const { latency, name, map, players, slots } = answer;
  const unknown = t('unknown', { ns: 'common' });
  return (
    <Notice tone="good">
      <strong>{t('tested', { latency })}</strong>
      <dl className="facts">
        <div>
          <dt>{t('testedName')}</dt>
          <dd>{name ?? unknown}</dd>
        </div>
        <div>
          <dt>{t('testedMap')}</dt>
          <dd>{map ?? unknown}</dd>
        </div>
        <div>
          <dt>{t('testedPlayers')}</dt>
          <dd className="numeric">
            {players ?? unknown} / {slots ?? unknown}
          </dd>
        </div>
      </dl>
    </Notice>
  );
}

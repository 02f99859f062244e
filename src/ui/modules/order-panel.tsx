import { useTranslation } from 'react-i18next';
import { DOOR_RULE } from '../../protocol/modules/decision.ts';
import { Panel } from '../parts/panel.tsx';

/** In which order everything is asked of whoever comes, and which of it counts. */
export function OrderPanel() {
  const { t } = useTranslation('modules');
  const because = useTranslation('because').t;
  return (
    <Panel title={t('order.title')}>
      <div className="stack module">
        <p className="soft">{t('order.first')}</p>
        <ol className="door-order">
          {DOOR_RULE.map((rule) => (
            <li key={rule}>{because(`letIn.rules.${rule}`)}</li>
          ))}
        </ol>
        <p className="soft">{t('order.several')}</p>
      </div>
    </Panel>
  );
}

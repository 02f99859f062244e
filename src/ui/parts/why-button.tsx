import './why-button.css';
import { CircleHelp } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { Why } from '../../domain/doors/why.ts';
import { isolated } from '../text/isolated.ts';
import { playerName } from '../text/player-name.ts';
import { Button } from './button.tsx';
import { whyQuestion } from './why-question.ts';

/** Opens why somebody was kicked, banned or warned; null: nothing was done to anybody there. */
export function WhyButton({ why, ...rest }: { readonly why: Why | null } & Place) {
  return why === null ? null : <Ask why={why} {...rest} />;
}

interface Place {
  /** -1 where arrow keys lead from line to line: `useByArrows`. */
  readonly tabIndex?: -1;
}

function Ask({ why, tabIndex }: { readonly why: Why } & Place) {
  const { t } = useTranslation('serverDashboard');
  const { player } = why;
  const name = isolated(playerName({ ...player, id: player.id ?? '' }));
  return (
    <span className="why-ask">
      <Button
        kind="quiet"
        icon={<CircleHelp />}
        tabIndex={tabIndex}
        aria-label={t('feed.whyOf', { name })}
        title={t('feed.why')}
        onClick={() => {
          whyQuestion.value = why;
        }}
      />
    </span>
  );
}

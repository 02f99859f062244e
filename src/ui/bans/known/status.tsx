import { useTranslation } from 'react-i18next';
import { inForce } from '../../../domain/bans/applies.ts';
import type { BanRow } from '../../../domain/bans/row.ts';
import { useMinute } from '../../data/clock.ts';
import { hostTime } from '../../data/host-clock.ts';
import type { StatusTone } from '../../parts/status.tsx';
import { Status } from '../../parts/status.tsx';

const TONE: Readonly<Record<BanRow['status'], StatusTone>> = {
  ACTIVE: 'bad',
  INACTIVE: 'plain',
  REWORK_REQUIRED: 'warn',
  REVOKED: 'good',
};

/** Whether a ban keeps anybody out, by shape, colour and word: who is kept out is red. */
export function BanStatus({ ban }: { readonly ban: Pick<BanRow, 'status' | 'until'> }) {
  const { t } = useTranslation('bans');
  const status = useStatus(ban);
  return <Status tone={TONE[status]}>{t(`status.${status}`)}</Status>;
}

/** The status of a ban by now: one whose time is over is over before the host has cleared it. */
export function useStatus(ban: Pick<BanRow, 'status' | 'until'>): BanRow['status'] {
  const now = hostTime(useMinute());
  return ban.status === 'ACTIVE' && !inForce(ban, now) ? 'INACTIVE' : ban.status;
}

import { Menu } from '@base-ui/react/menu';
import {
  Activity,
  BadgeCheck,
  Copy,
  HardDrive,
  Keyboard,
  LogOut,
  ScrollText,
  ShieldCheck,
} from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'wouter';
import { isStaff } from '../../../domain/account/titles.ts';
import { to } from '../../../domain/routes/routes.ts';
import { useSignalValue } from '../../data/use-signal.ts';
import { useMinute } from '../../data/clock.ts';
import { useCall } from '../../parts/use-call.ts';
import { useLocale } from '../../parts/locale.ts';
import { formatCount } from '../../text/format.ts';
import { mayHost } from '../../../domain/permissions.ts';
import { useOne, useReplaying } from '../../data/use-view.ts';
import { useCopy } from '../../parts/copyable.tsx';
import { chooseTheme, theme, type Theme } from '../../parts/theme.ts';
import { Persona } from './persona.tsx';

const THEMES = [
  ['system', 'themeSystem'],
  ['dark', 'themeDark'],
  ['light', 'themeLight'],
] as const;

const NONE = { lists: 0, reports: 0 };

/** What waits for staff, asked once a minute: it comes of other accounts, whose streams nobody else hears. */
function useReviewsWaiting(asks: boolean): { readonly lists: number; readonly reports: number } {
  const { answer } = useCall('banReviewsWaiting', asks ? {} : null, useMinute());
  return asks ? (answer ?? NONE) : NONE;
}

/** The dropdown of the account: theme, shortcuts, sign-out. */
export function ProfileMenu({ onHelp }: { readonly onHelp: () => void }) {
  const { t } = useTranslation('frame');
  const chosen = useSignalValue(theme);
  // Nobody has signed in to a recording.
  const replaying = useReplaying();
  const account = useOne({ view: 'account' }).row;
  const copy = useCopy();
  const locale = useLocale();
  const waiting = useReviewsWaiting(!replaying && isStaff(account));
  const sum = waiting.lists + waiting.reports;
  return (
    <Menu.Root modal={false}>
      <Menu.Trigger
        className="button"
        data-kind="quiet"
        aria-label={sum === 0 ? t('profile') : t('profileWaiting', { count: sum })}
      >
        <Persona />
        {sum === 0 ? null : (
          <span className="waiting numeric" aria-hidden="true">
            {formatCount(sum, locale)}
          </span>
        )}
      </Menu.Trigger>
      <Menu.Portal>
        <Menu.Positioner align="end" sideOffset={6}>
          <Menu.Popup className="menu">
            <Menu.RadioGroup
              value={chosen}
              onValueChange={(value: Theme) => chooseTheme(value)}
              aria-label={t('theme')}
            >
              {THEMES.map(([value, label]) => (
                <Menu.RadioItem key={value} value={value} closeOnClick={false}>
                  <span className="mark" data-on={chosen === value} aria-hidden="true" />
                  {t(label)}
                </Menu.RadioItem>
              ))}
            </Menu.RadioGroup>
            <Menu.Separator className="separator" />
            <Menu.Item onClick={onHelp}>
              <Keyboard className="icon" />
              {t('shortcuts')}
            </Menu.Item>
            <Menu.Item render={<Link href={to.inspector()} />}>
              <Activity className="icon" />
              {t('inspector')}
            </Menu.Item>
            {replaying || account === undefined ? null : (
              <Menu.Item onClick={() => copy(t('ownId.name', { ns: 'common' }), account.muster_id)}>
                <Copy className="icon" />
                <span>
                  {t('copyId')} <bdi className="mono soft menu-id">{account.muster_id}</bdi>
                </span>
              </Menu.Item>
            )}
            {replaying ? null : (
              <Menu.Item render={<Link href={to.activity()} />}>
                <ShieldCheck className="icon" />
                {t('activity')}
              </Menu.Item>
            )}
            {replaying ? null : (
              <Menu.Item render={<Link href={to.storage()} />}>
                <HardDrive className="icon" />
                {t('storage')}
              </Menu.Item>
            )}
            {replaying || !mayHost(account, 'host.operate') ? null : (
              <Menu.Item render={<Link href={to.oversight()} />}>
                <ScrollText className="icon" />
                {t('oversight')}
              </Menu.Item>
            )}
            {replaying || !isStaff(account) ? null : (
              <Menu.Item render={<Link href={to.reviews()} />}>
                <BadgeCheck className="icon" />
                <span>
                  {t('reviews')}
                  {sum === 0 ? null : (
                    <span className="soft menu-id">
                      {t('reviewsWaiting', {
                        lists: formatCount(waiting.lists, locale),
                        reports: formatCount(waiting.reports, locale),
                      })}
                    </span>
                  )}
                </span>
              </Menu.Item>
            )}
            {replaying ? null : (
              <Menu.Item render={<Link href={to.logout()} />}>
                <LogOut className="icon" />
                {t('logout')}
              </Menu.Item>
            )}
          </Menu.Popup>
        </Menu.Positioner>
      </Menu.Portal>
    </Menu.Root>
  );
}

import { useTranslation } from 'react-i18next';
import type { ThingPermission, Way } from '../../protocol/rights/calls.ts';
import { permissionName } from '../text/permission-name.ts';

/** What lets somebody do something: a line for each way, since each is taken away by itself. */
export function Ways({
  ways,
  all,
  listed,
}: {
  readonly ways: readonly Way[];
  /** What can be held there. */
  readonly all: readonly ThingPermission[];
  /** The permissions are named; else they are counted, or those of one are what was asked for. */
  readonly listed: boolean;
}) {
  const { t } = useTranslation('rights');
  // What permissions are called stands there.
  useTranslation(['serverPages', 'groups']);
  const said = (permissions: Way['permissions']) =>
    permissions.length === all.length ? t('all') : permissions.map(permissionName).join(' · ');
  return (
    <ul className="ways">
      {ways.map(({ via, role, permissions }) => (
        <li key={`${via} ${role?.id ?? ''}`}>
          {role === null ? null : (
            <span className="role-colour" style={{ background: role.colour }} aria-hidden />
          )}
          <bdi>{t(`via.${via}`, { role: role?.name ?? '', group: role?.group ?? '' })}</bdi>
          {listed ? <span className="soft">{said(permissions)}</span> : null}
        </li>
      ))}
    </ul>
  );
}

import { useTranslation } from 'react-i18next';
import { SERVER_PERMISSION, type ServerPermission } from '../../protocol/permissions.ts';
import type { Way } from '../../protocol/rights/calls.ts';

function isServerPermission(name: string): name is ServerPermission {
  return (SERVER_PERMISSION as readonly string[]).includes(name);
}

/** What lets somebody do something: a line for each way, since each is taken away by itself. */
export function Ways({
  ways,
  listed,
}: {
  readonly ways: readonly Way[];
  /** The permissions are named; else they are counted, or those of one are what was asked for. */
  readonly listed: boolean;
}) {
  const { t } = useTranslation('rights');
  const { t: pages } = useTranslation('serverPages');
  const said = (permissions: Way['permissions']) => {
    if (permissions.length === SERVER_PERMISSION.length) return t('all');
    const names = permissions.filter(isServerPermission).map((one) => pages(`permission.${one}`));
    return names.join(' · ');
  };
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

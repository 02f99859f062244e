import './rights.css';
import { useTranslation } from 'react-i18next';
import type { ServerPermission } from '../../protocol/permissions.ts';
import { Panel } from '../parts/panel.tsx';
import { permissionName } from '../text/permission-name.ts';
import { WhoGives } from '../parts/who-gives.tsx';

/** A part of a page that the account does not see, and the permission that would show it. */
export interface Lacking {
  readonly title: string;
  readonly permission: ServerPermission;
}

/** In place of the parts of a server's page that the account may not see: what each needs, and who can give it. */
export function LackingPanel({
  serverId,
  parts,
}: {
  readonly serverId: string;
  readonly parts: readonly Lacking[];
}) {
  const { t } = useTranslation('rights');
  if (parts.length === 0) return null;
  return (
    <Panel title={t('lacking.title')} padded={false}>
      <p className="rights-head soft">
        <WhoGives serverId={serverId} />
      </p>
      <table className="rights">
        <thead>
          <tr>
            <th scope="col">{t('lacking.part')}</th>
            <th scope="col">{t('lacking.needed')}</th>
          </tr>
        </thead>
        <tbody>
          {parts.map(({ title, permission }) => (
            <tr key={permission}>
              <th scope="row">{title}</th>
              <td data-label={t('lacking.needed')}>{permissionName(permission)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </Panel>
  );
}

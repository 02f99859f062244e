import { useLocation } from 'wouter';
import { to } from '../../domain/routes/routes.ts';
import type { ServerRow } from '../../domain/rows.ts';
import { useReplaying } from '../data/use-view.ts';
import { PastField } from './past-field.tsx';

/** Leads from a server's page to how the server was. In a recording there is no other past than its own. */
export function ToPast({ server }: { readonly server: Pick<ServerRow, 'id' | 'configuration'> }) {
  const [, navigate] = useLocation();
  if (useReplaying()) return null;
  const { timezone } = server.configuration;
  return <PastField timezone={timezone} onMoment={(at) => navigate(to.past(server.id, at))} />;
}

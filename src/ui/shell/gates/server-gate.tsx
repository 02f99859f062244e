import { useEffect, useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'wouter';
import { to } from '../../../domain/routes/routes.ts';
import { serverGate } from '../../../domain/routes/server-gate.ts';
import { STANDING, type ServerStanding } from '../../../domain/servers/status.ts';
import { isDecided } from '../../../protocol/is-decided.ts';
import { useCommands, useConnectionKind, useOne } from '../../data/use-view.ts';
import { Loading } from '../../parts/loading.tsx';
import { toast } from '../../parts/toasts.tsx';
import { ActingNote } from '../../support/acting-note.tsx';
import { serverTitle } from '../../text/server-title.ts';

/** A host that cannot say whether there is such a server is asked again. */
const ASK_AGAIN_MS = 3_000;

/**
 * The checks of every page of a server: one that the host does not know either leads to the dashboard with
 * a word; so does one that is deleted while it is looked at; a restricted one leads to access-restricted,
 * and back.
 */
export function ServerGate({
  serverId,
  restrictedPage = false,
  children,
}: {
  readonly serverId: string;
  readonly restrictedPage?: boolean;
  readonly children: ReactNode;
}) {
  const { t } = useTranslation('frame');
  const [, navigate] = useLocation();
  const account = useOne({ view: 'account' }).row;
  const connection = useConnectionKind();
  const { ready, row } = useOne({ view: 'server', server_id: serverId }, STANDING);
  const [last, setLast] = useState<ServerStanding | null>(null);
  if (row !== undefined && row !== last) setLast(row);

  const gate = serverGate({
    serverId,
    account,
    live: connection === 'live',
    ready,
    server: row,
    seen: last !== null,
    restrictedPage,
  });
  const unknown = useHostKnowsNot(gate === 'ask' ? serverId : null);
  const gone = gate === 'gone' || unknown;

  useEffect(() => {
    const deletedText = (configuration: ServerStanding['configuration']) => {
      const identifier = serverTitle(configuration);
      const count = configuration.own_bans;
      if (count === undefined) return t('serverDeleted', { identifier });
      return count === null
        ? t('serverDeletedBansUnknown', { identifier })
        : t('serverDeletedBans', { identifier, count });
    };
    if (!gone) return;
    const deleted = (last?.configuration.deleting ?? null) === null ? null : last;
    toast(deleted === null ? t('unknownServer') : deletedText(deleted.configuration), 'bad');
    navigate(to.dashboard(), { replace: true });
  }, [gone, last, navigate, t]);

  useEffect(() => {
    if (gate === 'restricted') {
      navigate(to.server(serverId, 'access-restricted'), { replace: true });
    } else if (gate === 'allowed') {
      navigate(to.server(serverId, 'overview'), { replace: true });
    }
  }, [gate, serverId, navigate]);

  if (gate !== 'open') return <Loading lines={10} />;
  return (
    <>
      <ActingNote serverId={serverId} />
      {children}
    </>
  );
}

/** Whether the host answers that there is no such server: of one that was just added the row is still to come. */
function useHostKnowsNot(serverId: string | null): boolean {
  const commands = useCommands();
  const [denied, setDenied] = useState<string | null>(null);
  useEffect(() => {
    if (serverId === null) return undefined;
    let wanted = true;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const ask = async () => {
      const outcome = await commands.call('serversList', { query: { ids: serverId } });
      if (!wanted || (outcome.ok && outcome.value.servers.length > 0)) return;
      const decided =
        outcome.ok || (outcome.error.kind === 'problem' && isDecided(outcome.error.problem.status));
      if (decided) setDenied(serverId);
      else timer = setTimeout(() => void ask(), ASK_AGAIN_MS);
    };
    void ask();
    return () => {
      wanted = false;
      clearTimeout(timer);
    };
  }, [commands, serverId]);
  return serverId !== null && denied === serverId;
}

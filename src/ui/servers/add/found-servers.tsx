import { Search } from 'lucide-react';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { gameName } from '../../../protocol/enumerations.ts';
import { serversFind } from '../../../protocol/servers/calls.ts';
import type { CallAnswer, CommandError } from '../../../worker/contract.ts';
import { useCommands } from '../../data/use-view.ts';
import { Button } from '../../parts/button.tsx';
import { useLocale } from '../../parts/locale.ts';
import { Notice } from '../../parts/notice.tsx';
import { GameSign } from '../../parts/server-status.tsx';
import { formatCount } from '../../text/format.ts';
import type { Draft } from './draft.ts';
import { draftOfFound, type FoundServer } from './found-draft.ts';
import { refusalText } from './refusals.ts';

interface Answered {
  readonly host: string;
  readonly servers: CallAnswer<'serversFind'>['servers'];
}

/** What of a draft says where servers may be. */
const { host: hostRule, ports: portsRule } = serversFind.body.shape;

/** The servers that answer at the typed address; choosing one fills game, ports and names. */
export function FoundServers({
  draft,
  onChoose,
}: {
  readonly draft: Draft;
  readonly onChoose: (part: Partial<Draft>) => void;
}) {
  const { t } = useTranslation('addServer');
  const commands = useCommands();
  const [busy, setBusy] = useState(false);
  const [answered, setAnswered] = useState<Answered | null>(null);
  const [refused, setRefused] = useState<CommandError | null>(null);
  const typed = useRef(draft.host);
  typed.current = draft.host;
  const host = hostRule.safeParse(draft.host);
  // What answered at another address says nothing of this one.
  const shown = answered?.host === draft.host.trim() ? answered.servers : null;

  const find = async () => {
    if (!host.success) return;
    setBusy(true);
    setRefused(null);
    const ports = portsRule.safeParse(
      [draft.query_port, draft.game_port].filter(Boolean).map(Number),
    );
    const body = { host: host.data, ports: ports.data ?? [] };
    try {
      const outcome = await commands.call('serversFind', { body });
      if (typed.current.trim() !== host.data) return;
      if (outcome.ok) setAnswered({ host: host.data, servers: outcome.value.servers });
      else setRefused(outcome.error);
    } finally {
      setBusy(false);
    }
  };
  return (
    <div className="found-servers">
      <Button
        icon={<Search />}
        busy={busy}
        still={!host.success}
        onClick={() => void find().catch(reportError)}
      >
        {t('find')}
      </Button>
      <span className="soft">{t('findHint')}</span>
      {refused === null ? null : <Notice tone="bad">{refusalText(refused, draft)}</Notice>}
      <div role="status">
        {shown === null ? null : shown.length === 0 ? (
          <p className="soft">{t('foundNone')}</p>
        ) : (
          <p className="soft">{t('found', { count: shown.length })}</p>
        )}
      </div>
      {shown === null || shown.length === 0 ? null : (
        <ul>
          {shown.map((server) => (
            <li key={server.query_port}>
              <FoundLine
                server={server}
                chosen={
                  draft.game_port === String(server.game_port) &&
                  draft.query_port === String(server.query_port)
                }
                onChoose={() => onChoose(draftOfFound(draft, server))}
              />
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

function FoundLine({
  server,
  chosen,
  onChoose,
}: {
  readonly server: FoundServer;
  readonly chosen: boolean;
  readonly onChoose: () => void;
}) {
  const { t } = useTranslation(['addServer', 'server']);
  const locale = useLocale();
  const figure = (value: number | null) => (value === null ? '–' : formatCount(value, locale));
  const { game, game_port, name, map, players, slots } = server;
  return (
    <button type="button" className="found-server" aria-pressed={chosen} onClick={onChoose}>
      <GameSign game={game} />
      <bdi className="found-name">{name}</bdi>
      <span className="soft">
        {t(`game.${gameName(game)}`, { ns: 'server' })}
        {map === '' ? null : ` · ${map}`}
        {` · ${t('foundPort', { port: game_port })}`}
      </span>
      <span className="numeric">
        {figure(players)}/{figure(slots)}
      </span>
    </button>
  );
}

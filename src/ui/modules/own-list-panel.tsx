import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import {
  GAME_LIST_COMMAND,
  readGameList,
  type GameBan,
  type GameList,
} from '../../domain/bans/game-list.ts';
import { isMarked, OWN_LIST_MOST } from '../../domain/bans/own-list.ts';
import { may } from '../../domain/permissions.ts';
import type { AccountRow, ServerRow } from '../../domain/rows.ts';
import { gameName, SERVER_ACTION } from '../../protocol/enumerations.ts';
import { GAMES } from '../../protocol/games/games.ts';
import { ownListModule } from '../../protocol/modules/fields.ts';
import { useCommands } from '../data/use-view.ts';
import { Button } from '../parts/button.tsx';
import { useLocale } from '../parts/locale.ts';
import { Notice } from '../parts/notice.tsx';
import { Panel } from '../parts/panel.tsx';
import { newRequestId } from '../parts/request-id.ts';
import { RowsTable, type Column } from '../parts/rows-table.tsx';
import { useForm } from '../parts/use-form.ts';
import { formatMoment } from '../text/format.ts';
import { errorText } from '../text/problem-text.ts';
import { ModuleForm } from './module-form.tsx';
import { Tick } from './tick.tsx';
import { useModule, type ModuleRow } from './use-module.ts';

interface OwnServer {
  readonly server: ServerRow;
  readonly account: AccountRow;
}

/** Whether bans stand in the list that the game keeps itself, too, and what stands there. */
export function OwnListPanel({
  server,
  account,
  row: { own_list },
  why,
}: OwnServer & { readonly row: ModuleRow; readonly why: string | undefined }) {
  const { t } = useTranslation('modules');
  const { set, saved } = useModule(server.id, 'own_list');
  const { own_bans: left, game } = server.configuration;
  const form = useForm({
    rules: ownListModule.shape,
    initial: own_list,
    ask: (body, { was }) => set(body, was),
    done: (_, { values, was }) => saved(values, was),
  });
  const isKept = left !== undefined && GAMES[gameName(game)].control !== 'none';
  const stillThere = !isKept
    ? null
    : left === null
      ? t('own_list.leftUnknown')
      : t('own_list.left', { count: left });
  return (
    <>
      <ModuleForm
        title={t('own_list.title')}
        does={t('own_list.does', { most: OWN_LIST_MOST })}
        active={own_list.active}
        form={form}
        why={why}
        now={own_list.active ? null : stillThere}
      >
        <Tick
          label={t('own_list.active')}
          checked={form.values.active}
          onTick={(active) => form.set({ active })}
        />
      </ModuleForm>
      <BansInGame server={server} account={account} />
    </>
  );
}

interface Read extends GameList {
  readonly at: number;
}

/** What the game answers when it is asked for its bans. */
function BansInGame({ server, account }: OwnServer) {
  const { t } = useTranslation('modules');
  const commands = useCommands();
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<string>();
  const [read, setRead] = useState<Read>();
  const { control } = GAMES[gameName(server.configuration.game)];
  if (control === 'none') return null;
  const allowed =
    may(account, server.id, 'server.action.console') &&
    may(account, server.id, 'server.view.personal');
  const ask = async () => {
    setBusy(true);
    const request = { action: SERVER_ACTION.RAW, command: GAME_LIST_COMMAND[control] };
    const outcome = await commands.act(server.id, newRequestId(), request, null);
    setBusy(false);
    setError(outcome.ok ? undefined : errorText(outcome.error));
    if (!outcome.ok) return;
    const at = Date.now();
    setRead({ ...readGameList(control, outcome.value, at), at });
  };
  return (
    <Panel title={t('own_list.inGame')}>
      <div className="stack">
        <p className="soft">{allowed ? t('own_list.ask') : t('own_list.notYours')}</p>
        {allowed ? (
          <div>
            <Button onClick={() => void ask()} busy={busy}>
              {t(read === undefined ? 'own_list.show' : 'own_list.again')}
            </Button>
          </div>
        ) : null}
        {error === undefined ? null : <Notice tone="bad">{error}</Notice>}
        {read === undefined ? null : <BansRead read={read} />}
      </div>
    </Panel>
  );
}

function BansRead({ read: { bans, whole, at } }: { readonly read: Read }) {
  const { t } = useTranslation('modules');
  const locale = useLocale();
  const time = formatMoment(at, locale);
  const endOf = ({ until }: GameBan) => {
    if (until === null) return t('own_list.forGood');
    return until <= at ? t('own_list.over') : formatMoment(until, locale);
  };
  const columns: [Column<GameBan>, ...Column<GameBan>[]] = [
    { label: t('own_list.who'), of: ({ identity }) => identity, className: 'mono' },
    { label: t('own_list.until'), of: endOf },
    { label: t('own_list.reason'), of: ({ reason }) => <bdi>{reason}</bdi> },
    {
      label: t('own_list.by'),
      of: ({ reason }) => t(isMarked(reason) ? 'own_list.muster' : 'own_list.others'),
    },
  ];
  const rows = bans.map((ban) => ({ ...ban, id: String(ban.number) }));
  return (
    <>
      <p role="status">
        {bans.length === 0 && whole
          ? t('own_list.none')
          : t('own_list.count', { count: bans.length, time })}{' '}
        {whole ? null : t('own_list.more')}
      </p>
      {rows.length === 0 ? null : <RowsTable rows={rows} columns={columns} actions={() => null} />}
    </>
  );
}

import { memo, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { commandQuestion } from '../../domain/actions/commands.ts';
import { hasRemoteControl } from '../../protocol/games/games.ts';
import { may } from '../../domain/permissions.ts';
import type { AccountRow, ConsoleRow } from '../../domain/rows.ts';
import type { ServerStanding } from '../../domain/servers/status.ts';
import { consoleCommand } from '../../protocol/actions/calls.ts';
import { gameName, SERVER_ACTION } from '../../protocol/enumerations.ts';
import type { ServerPermission } from '../../protocol/permissions.ts';
import { CommandQuestion } from '../actions/command-question.tsx';
import { CollisionNotice } from '../actions/collision-notice.tsx';
import { useAct } from '../actions/use-act.ts';
import { reasonId, whyNot } from '../actions/why-not.ts';
import { useRows } from '../data/use-view.ts';
import { AccountName } from '../parts/accounts/account-name.tsx';
import { Button } from '../parts/button.tsx';
import { wrongBy } from '../parts/rules.ts';
import { useLocale } from '../parts/locale.ts';
import { Panel } from '../parts/panel.tsx';
import { useByArrows } from '../parts/players/by-arrows.ts';
import { ConsoleNames, ConsoleText } from '../parts/players/console-text.tsx';
import { useStickToEnd } from '../parts/stick-to-end.ts';
import { useStream } from '../parts/use-stream.ts';
import { formatMoment, formatTime } from '../text/format.ts';
import type { Locale } from '../text/locale.ts';
import { CommandField } from './command-field.tsx';
import { createKept } from './kept.ts';
import { NoLines } from '../parts/no-lines.tsx';
import { OlderButton } from './older-button.tsx';
import { PanelPopOut } from './pop-out.tsx';
import { NO_RECALL, recall, remember } from './recall.ts';
import { useOlder } from './use-older.ts';

const SIGNS = { in: '‹', out: '›', answer: '=' } as const;

const useKeptLine = createKept('');
const useKeptRecall = createKept(NO_RECALL);

/** The console; where there is no remote control, why there is none. */
export function ConsolePanel(props: {
  readonly server: ServerStanding;
  readonly account: AccountRow;
}) {
  const { t } = useTranslation('serverDashboard');
  if (hasRemoteControl(props.server.configuration.game)) return <RemoteConsole {...props} />;
  return (
    <Panel title={t('console.title')}>
      <p className="soft">{t('console.watched')}</p>
    </Panel>
  );
}

/** Every line of remote control, with its history, and the line to send commands by. */
function RemoteConsole({
  server,
  account,
}: {
  readonly server: ServerStanding;
  readonly account: AccountRow;
}) {
  const { t } = useTranslation('serverDashboard');
  const locale = useLocale();
  const [filter, setFilter] = useState('');
  const stream = useStream(server.id, 'console');
  const pages = useOlder(server.id, 'console', stream);
  const { rows } = useRows({ view: 'console', server_id: server.id, limit: pages.limit });
  const needle = filter.trim().toLowerCase();
  const shown =
    needle === '' ? rows : rows.filter((row) => row.line.text.toLowerCase().includes(needle));
  const newest = shown.at(-1)?.seq ?? 0;
  const { element, onScroll, toEnd, seen } = useStickToEnd(newest, shown[0]?.seq ?? 0);
  useByArrows(element);
  const unseen = seen < newest ? shown.filter(({ seq }) => seq > seen).length : 0;
  return (
    <Panel
      title={t('console.title')}
      padded={false}
      tools={
        <>
          <input
            className="input compact"
            type="search"
            value={filter}
            onChange={(event) => setFilter(event.target.value)}
            placeholder={t('console.filter')}
            aria-label={t('console.filter')}
          />
          <PanelPopOut server={server} panel="console" />
        </>
      }
    >
      <div
        className="lines mono"
        data-unbroken=""
        ref={element}
        onScroll={onScroll}
        tabIndex={0}
        role="log"
        aria-label={t('console.title')}
        aria-live="off"
      >
        <OlderButton serverId={server.id} label={t('console.older')} pages={pages} />
        {rows.length === 0 ? (
          <NoLines
            serverId={server.id}
            topic="console"
            told={stream !== undefined}
            text={t('console.empty')}
          />
        ) : null}
        {rows.length > 0 && shown.length === 0 ? (
          <p className="soft">{t('console.noMatch')}</p>
        ) : null}
        <ConsoleNames serverId={server.id}>
          {shown.map((row) => (
            <Line key={row.id} row={row} locale={locale} />
          ))}
        </ConsoleNames>
      </div>
      {unseen > 0 ? (
        <Button onClick={toEnd}>{t('console.newLines', { count: unseen })}</Button>
      ) : null}
      {may(account, server.id, 'server.action.console') ? (
        <CommandLine server={server} account={account} />
      ) : null}
    </Panel>
  );
}

const Line = memo(function Line({
  row,
  locale,
}: {
  readonly row: ConsoleRow;
  readonly locale: Locale;
}) {
  const { t } = useTranslation('serverDashboard');
  const { direction, text, actor } = row.line;
  return (
    <div className="line" data-direction={direction}>
      <time title={formatMoment(row.at, locale)}>{formatTime(row.at, locale)}</time>
      <span aria-hidden="true">{SIGNS[direction]}</span>
      <span className="visually-hidden">{t(`console.direction.${direction}`)}</span>
      <span className="text">
        {actor === null ? null : (
          <span className="soft">
            <AccountName
              serverId={row.server_id}
              id={actor.muster_id}
              name={actor.display_name}
              tabIndex={-1}
            />
            :{' '}
          </span>
        )}
        <ConsoleText serverId={row.server_id} text={text} />
      </span>
    </div>
  );
});

function CommandLine({
  server,
  account,
}: {
  readonly server: ServerStanding;
  readonly account: AccountRow;
}) {
  // What is missing is said by the names of permissions.
  const { t } = useTranslation(['serverDashboard', 'forms', 'serverPages']);
  const act = useAct(server.id);
  const [asked, setAsked] = useState<string | null>(null);
  const why = whyNot(server, SERVER_ACTION.RAW);
  const [line, setLine] = useKeptLine(server.id);
  const [history, setHistory] = useKeptRecall(server.id);
  const [wrong, setWrong] = useState<string | undefined>();
  const error = useId();
  const reason = why === null ? undefined : reasonId(why, server.id);
  const step = (by: -1 | 1) => {
    const next = recall(history, by, line);
    setHistory(next.state);
    setLine(next.line);
  };
  const send = (command: string) => {
    setAsked(null);
    setHistory(remember(history, command));
    setLine('');
    void act({ action: SERVER_ACTION.RAW, command });
  };
  return (
    <form
      className="command-line"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        if (why !== null) return;
        const command = line.trim();
        const found = wrongBy(consoleCommand, command);
        setWrong(found);
        if (found !== undefined) return;
        if (commandQuestion(gameName(server.configuration.game), command) === null) send(command);
        else setAsked(command);
      }}
    >
      <CommandField
        serverId={server.id}
        game={gameName(server.configuration.game)}
        may={({ needs, byArgument }) => {
          const has = (permission: ServerPermission) => may(account, server.id, permission);
          return byArgument === undefined
            ? needs.every(has)
            : needs.length === 0 || needs.some(has);
        }}
        line={line}
        onLine={(next) => {
          setLine(next);
          setWrong(undefined);
        }}
        onStep={step}
        placeholder={t(why === null ? 'console.placeholder' : 'console.cannotSend')}
        aria-describedby={wrong === undefined ? (reason ?? '') : `${error} ${reason ?? ''}`.trim()}
        aria-label={t('console.command')}
        aria-invalid={wrong !== undefined}
      />
      <Button type="submit" why={reason}>
        {t('console.send')}
      </Button>
      {line === '' ? null : (
        <CollisionNotice
          serverId={server.id}
          plan={{ action: SERVER_ACTION.RAW, player: null }}
          othersOnly
        />
      )}
      {wrong === undefined ? null : (
        <span id={error} className="wrong" role="alert">
          {wrong}
        </span>
      )}
      {asked === null ? null : (
        <CommandQuestion
          server={server}
          command={asked}
          onYes={() => send(asked)}
          onClose={() => setAsked(null)}
        />
      )}
    </form>
  );
}

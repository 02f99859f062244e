import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { failed } from '../../domain/actions/broadcast.ts';
import { serverName } from '../../domain/servers/server-name.ts';
import type { AccountRow, ServerRow } from '../../domain/rows.ts';
import { CollisionNotice } from '../actions/collision-notice.tsx';
import { useSignalValue } from '../data/use-signal.ts';
import { useCommands } from '../data/use-view.ts';
import { createKept } from '../panels/kept.ts';
import { Button } from '../parts/button.tsx';
import { wrongBy } from '../parts/rules.ts';
import { Field } from '../parts/field.tsx';
import { focusWrong } from '../parts/focus-wrong.ts';
import { Panel } from '../parts/panel.tsx';
import { Select } from '../parts/select.tsx';
import { newRun } from '../actions/run.ts';
import { Answers } from '../actions/answers.tsx';
import {
  asksFirst,
  deedOf,
  SEND_ACTION,
  SEND_KINDS,
  whyNotTo,
  wordsRule,
} from '../actions/kinds.ts';
import { ManyConfirm } from '../actions/many-confirm.tsx';
import { leftText } from '../actions/who.tsx';
import { useServers } from '../actions/use-servers.ts';

const useKeptWords = createKept('');

/** Sends one thing to the chosen ones among the servers, and shows what each answers. */
export function SendPanel({
  serverIds,
  account,
}: {
  readonly serverIds: readonly string[];
  readonly account: AccountRow;
}) {
  const { t } = useTranslation('consoles');
  // Why something cannot be sent, in the words of the server's own page, and what is wrong with it.
  useTranslation(['many', 'serverDashboard', 'forms']);
  const commands = useCommands();
  const [broadcaster] = useState(newRun);
  const rows = useSignalValue(broadcaster.rows);
  const servers = useServers(serverIds);
  const [kind, setKind] = useState<(typeof SEND_KINDS)[number]>('command');
  const [words, setWords] = useKeptWords(kind);
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set());
  const [found, setFound] = useState<{ readonly at: 'words' | 'to'; readonly text: string }>();
  const error = useId();
  const [asked, setAsked] = useState(false);
  const rule = wordsRule(kind);
  const busy = rows.some(({ state }) => state === 'waiting' || state === 'asking');
  const able = servers.filter((server) => whyNotTo(account, server, kind) === null);
  const chosen = able.filter(({ id }) => !left.has(id));
  const wrong = found?.at === 'to' && chosen.length > 0 ? undefined : found;
  const errorAt = (place: 'words' | 'to') => (wrong?.at === place ? error : undefined);

  const send = () => {
    setAsked(false);
    void broadcaster.send(
      chosen.map(({ id }) => id),
      deedOf(commands, kind, words.trim()),
    );
    if (kind === 'command') setWords('');
  };
  const ask = (form: HTMLFormElement) => {
    if (busy) return;
    const text = rule === null ? undefined : wrongBy(rule, words.trim());
    if (text !== undefined) {
      setFound({ at: 'words', text });
      focusWrong(form, { words: text });
      return;
    }
    const nobody = chosen.length === 0;
    setFound(nobody ? { at: 'to', text: t('nobody') } : undefined);
    if (nobody) return;
    if (asksFirst(kind, words, chosen)) setAsked(true);
    else send();
  };

  return (
    <Panel title={t('send.title')}>
      <form
        className="send"
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          ask(event.currentTarget);
        }}
      >
        <div className="send-what">
          <Select
            label={t('send.what')}
            value={kind}
            options={SEND_KINDS.map((value) => ({ value, label: t(`send.kind.${value}`) }))}
            onValue={(value) => {
              setKind(SEND_KINDS.find((one) => one === value) ?? 'command');
              setFound(undefined);
            }}
          />
          {rule === null ? null : (
            <Field
              name="words"
              label={t(kind === 'announce' ? 'send.announce' : 'send.command')}
              className={kind === 'command' ? 'input mono' : 'input'}
              value={words}
              onValue={(value) => {
                setWords(value);
                setFound(undefined);
              }}
              autoComplete="off"
              autoCapitalize="off"
              spellCheck={kind === 'announce'}
              aria-invalid={wrong?.at === 'words'}
              aria-describedby={errorAt('words')}
            />
          )}
          <Button
            type="submit"
            kind={asksFirst(kind, words, chosen) ? 'danger' : 'primary'}
            busy={busy}
          >
            {t('send.send', { count: chosen.length })}
          </Button>
        </div>
        {wrong === undefined ? null : (
          <p id={error} className="wrong" role="alert">
            {wrong.text}
          </p>
        )}
        <fieldset className="send-to" aria-describedby={errorAt('to')}>
          <legend>{t('send.to')}</legend>
          <span className="send-quick">
            <Button kind="quiet" onClick={() => setLeft(new Set())}>
              {t('send.all')}
            </Button>
            <Button kind="quiet" onClick={() => setLeft(new Set(serverIds))}>
              {t('send.none')}
            </Button>
          </span>
          {servers.map((server) => (
            <Recipient
              key={server.id}
              server={server}
              why={whyNotTo(account, server, kind)}
              checked={!left.has(server.id)}
              onCheck={(checked) => {
                const next = new Set(left);
                if (checked) next.delete(server.id);
                else next.add(server.id);
                setLeft(next);
              }}
            />
          ))}
        </fieldset>
        {rule === null || words === '' ? null : (
          <div className="send-collisions">
            {chosen.map(({ id, configuration }) => (
              <CollisionNotice
                key={id}
                serverId={id}
                plan={{ action: SEND_ACTION[kind], player: null }}
                at={serverName(configuration)}
                othersOnly
              />
            ))}
          </div>
        )}
      </form>
      <Answers
        rows={rows}
        servers={servers}
        busy={busy}
        onRetry={failed(rows).length === 0 ? null : () => void broadcaster.retry()}
      />
      {asked && kind !== 'announce' ? (
        <ManyConfirm
          kind={kind}
          words={words.trim()}
          servers={chosen}
          onYes={send}
          onClose={() => setAsked(false)}
        />
      ) : null}
    </Panel>
  );
}

function Recipient({
  server,
  why,
  checked,
  onCheck,
}: {
  readonly server: ServerRow;
  readonly why: ReturnType<typeof whyNotTo>;
  readonly checked: boolean;
  readonly onCheck: (checked: boolean) => void;
}) {
  // What is missing is said by the names of permissions.
  useTranslation(['many', 'serverPages']);
  return (
    <label className="check send-recipient" data-able={why === null}>
      <input
        type="checkbox"
        checked={checked && why === null}
        disabled={why !== null}
        onChange={(event) => onCheck(event.target.checked)}
      />
      {serverName(server.configuration)}
      {why === null ? null : <span className="soft">{leftText(why)}</span>}
    </label>
  );
}

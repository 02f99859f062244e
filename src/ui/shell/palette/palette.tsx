import './palette.css';
import { Dialog } from '@base-ui/react/dialog';
import { Search, X } from 'lucide-react';
import {
  useCallback,
  useEffect,
  useEffectEvent,
  useId,
  useMemo,
  useRef,
  useState,
  type KeyboardEvent,
} from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation, useRouter } from 'wouter';
import type { ServerRow } from '../../../domain/rows.ts';
import { banQuestion } from '../../bans/ban-question.ts';
import { playerQuestion } from '../../actions/player-question.ts';
import { present } from '../../data/clock.ts';
import { useSignalValue } from '../../data/use-signal.ts';
import { useConnectionKind, useOne } from '../../data/use-view.ts';
import { Button } from '../../parts/button.tsx';
import { finalFocus } from '../../parts/final-focus.ts';
import { useLocale } from '../../parts/locale.ts';
import { chooseTheme } from '../../parts/theme.ts';
import { helpOpen, paletteTyped } from '../keys/overlays.ts';
import { pageDeeds } from '../keys/page-deeds.ts';
import type { Reach } from '../keys/reach.ts';
import { buildGroups } from './build.ts';
import type { Ask } from './deeds.ts';
import type { Item } from './items.ts';
import { Option } from './option.tsx';
import { readRecent, recentServers, rememberRecent } from './recent.ts';
import { SOUGHT } from './sought.ts';
import { useFound } from './use-found.ts';

const PAGE = 8;

interface Around {
  readonly reach: Reach;
  readonly onAsk: (ask: Ask) => void;
  readonly onClose: () => void;
}

/** Everything that can be gone to or done, by what is typed. `serverId`: whose page is looked at. */
export function Palette({ serverId, ...around }: Around & { readonly serverId: string | null }) {
  if (serverId === null) return <PaletteOf here={undefined} {...around} />;
  return <PaletteAtServer serverId={serverId} {...around} />;
}

function PaletteAtServer({ serverId, ...around }: Around & { readonly serverId: string }) {
  const here = useOne({ view: 'server', server_id: serverId }).row;
  return <PaletteOf here={here} {...around} />;
}

function PaletteOf({
  reach,
  here,
  onAsk,
  onClose,
}: Around & { readonly here: ServerRow | undefined }) {
  const { t } = useTranslation('palette');
  // Why something cannot be done, in the words of its screen.
  useTranslation('serverDashboard');
  const [, navigate] = useLocation();
  const { base } = useRouter();
  const own = useSignalValue(pageDeeds);
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  // At once: the dialog would do it a frame later, and what is typed in the meantime would be lost.
  const taken = useCallback((field: HTMLInputElement | null) => {
    input.current = field;
    field?.focus({ preventScroll: true });
  }, []);
  const account = useOne({ view: 'account' }).row;
  const locale = useLocale();
  const connection = useConnectionKind();
  // Of before the palette was there, too.
  const { text, entered } = useSignalValue(paletteTyped);
  const musterId = account?.muster_id ?? '';
  // Of a recording nothing is remembered: it is somebody else's, or another time.
  const remembers = reach.from === 'portal' && musterId !== '';
  const recent = useMemo(() => (remembers ? readRecent(musterId) : []), [remembers, musterId]);
  const servers = useMemo(() => recentServers(recent), [recent]);
  const connected = connection === 'live';
  const asking = { recent: servers, reach, account, connected };
  const { found, failed, current, unidentified } = useFound(text, asking);
  const groups = useMemo(
    () => buildGroups(found, { account, reach, own, here, recent, now: present(), locale, t }),
    [found, account, reach, own, here, recent, locale, t],
  );
  const lines = groups.flatMap(({ key, items }) =>
    items.map((item) => ({ item, id: `${id}-${key}-${item.key}` })),
  );
  const [chosen, setChosen] = useState<string | null>(null);
  const at = Math.max(
    0,
    lines.findIndex((line) => line.id === chosen),
  );
  const active = lines[at];

  useEffect(() => {
    if (active !== undefined)
      document.getElementById(active.id)?.scrollIntoView({ block: 'nearest' });
  }, [active?.id, active]);

  const enter = (next: typeof entered) => {
    paletteTyped.value = { ...paletteTyped.peek(), entered: next };
  };

  /** The line that is meant is another than the one that Enter waits for. */
  const point = (line: string | null) => {
    setChosen(line);
    enter(null);
  };

  const write = (next: string) => {
    setChosen(null);
    paletteTyped.value = { text: next, entered: null };
  };

  const moment = base === '' ? '' : location.hash;
  const choose = (item: Item, elsewhere = false) => {
    if (item.why !== null) return;
    const { does } = item;
    if (does.kind === 'type') {
      write(does.text);
      input.current?.focus();
      return;
    }
    const isQuestion = ['ask', 'ask-player', 'ban'].includes(does.kind);
    if (!isQuestion && remembers) rememberRecent(musterId, item.key);
    if (does.kind === 'go' && elsewhere) {
      window.open(base + does.href + moment, '_blank', 'noopener');
      return;
    }
    onClose();
    if (does.kind === 'go') navigate(does.href);
    else if (does.kind === 'ask') onAsk(does.ask);
    else if (does.kind === 'ask-player') playerQuestion.value = does.question;
    else if (does.kind === 'ban') banQuestion.value = does.question;
    else if (does.kind === 'help') helpOpen.value = true;
    else if (does.kind === 'run') does.run();
    else chooseTheme(does.theme);
  };

  const press = (event: KeyboardEvent) => {
    // Enter and the arrows belong to the input method while a word is put together.
    if (event.nativeEvent.isComposing || (lines.length === 0 && event.key !== 'Enter')) return;
    const last = lines.length - 1;
    const steps: Readonly<Record<string, number>> = {
      ArrowDown: at === last ? 0 : at + 1,
      ArrowUp: at === 0 ? last : at - 1,
      PageDown: Math.min(last, at + PAGE),
      PageUp: Math.max(0, at - PAGE),
      Home: 0,
      End: last,
    };
    const next = event.shiftKey ? undefined : steps[event.key];
    if (next !== undefined) {
      event.preventDefault();
      point(lines[next]?.id ?? null);
    } else if (event.key === 'Enter') {
      event.preventDefault();
      const elsewhere = event.ctrlKey || event.metaKey;
      if (!current) enter({ elsewhere });
      else if (active !== undefined) choose(active.item, elsewhere);
    }
  };

  const answered = useEffectEvent(() => {
    enter(null);
    if (entered === null || active === undefined || failed) return;
    choose(active.item, entered.elsewhere);
  });
  useEffect(() => {
    // Until then what stands there is for what was typed before.
    if (current && entered !== null) answered();
  }, [current, entered]);

  const nothing = groups.every(({ key }) => key === SOUGHT) && current && !failed;
  return (
    <Dialog.Root open onOpenChange={(open) => (open ? undefined : onClose())}>
      <Dialog.Portal>
        <Dialog.Backdrop className="dialog-backdrop" />
        <Dialog.Popup className="palette" initialFocus={input} finalFocus={finalFocus}>
          <Dialog.Title className="visually-hidden">{t('title')}</Dialog.Title>
          <div className="palette-field">
            <Search className="icon" aria-hidden="true" />
            <input
              ref={taken}
              value={text}
              onChange={(event) => write(event.target.value)}
              onKeyDown={press}
              placeholder={t('placeholder')}
              role="combobox"
              aria-label={t('placeholder')}
              aria-expanded={lines.length > 0}
              aria-controls={`${id}-list`}
              aria-activedescendant={active?.id}
              aria-autocomplete="list"
              autoComplete="off"
              autoCapitalize="off"
              spellCheck={false}
              enterKeyHint="go"
            />
            <Button
              kind="quiet"
              icon={<X />}
              aria-label={t('close', { ns: 'common' })}
              onClick={onClose}
            />
          </div>
          {connected || reach.from !== 'portal' ? null : (
            <p className="palette-note warn">{t('offline')}</p>
          )}
          {unidentified ? <p className="palette-note warn">{t('unidentified')}</p> : null}
          {failed ? <p className="palette-note warn">{t('waiting')}</p> : null}
          <div
            className="palette-list"
            id={`${id}-list`}
            role="listbox"
            aria-label={t('results')}
            aria-busy={!current}
          >
            {groups.map(({ key, title, items, more }) => (
              <div key={key} role="group" aria-labelledby={`${id}-${key}`}>
                <div className="palette-title" id={`${id}-${key}`} role="presentation">
                  {title}
                  {more > 0 ? <span>{t('more', { count: more })}</span> : null}
                </div>
                {items.map((item) => {
                  const optionId = `${id}-${key}-${item.key}`;
                  return (
                    <Option
                      key={item.key}
                      id={optionId}
                      item={item}
                      active={optionId === active?.id}
                      moment={moment}
                      onPoint={() => point(optionId)}
                      onChoose={() => choose(item)}
                    />
                  );
                })}
              </div>
            ))}
          </div>
          {nothing ? <p className="palette-note">{t('none', { text: text.trim() })}</p> : null}
          <p className="visually-hidden" role="status">
            {current && !nothing ? t('count', { count: lines.length }) : null}
            {nothing ? t('none', { text: text.trim() }) : null}
          </p>
          <p className="palette-hint soft">{t('hint')}</p>
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  );
}

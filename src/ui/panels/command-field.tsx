import { useId, useMemo, useState, type KeyboardEvent, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { GameName } from '../../protocol/enumerations.ts';
import type { CommandParameter, KnownCommand } from '../../protocol/games/command.ts';
import { commandOf, completionsOf, type Completion } from '../../domain/actions/complete.ts';
import { useNumberedNames } from '../actions/use-numbered-names.ts';
import type { FeedPlayer } from '../../domain/feed/same-player.ts';
import { useRows } from '../data/use-view.ts';
import { byGlance, markOf, namesakesOf, type ByGlance } from '../parts/players/namesakes.ts';

/**
 * Where a command is typed: it offers the game's commands with what they do, and who is on the server. Tab takes the
 * first or the chosen one, Down goes into the list, Escape closes it; else the arrows go through what was sent.
 */
export function CommandField({
  serverId,
  game,
  may,
  line,
  onLine,
  onStep,
  ...field
}: {
  readonly serverId: string;
  readonly game: GameName;
  /** Whether a command is the sender's to send. */
  readonly may: (command: KnownCommand) => boolean;
  readonly line: string;
  readonly onLine: (line: string) => void;
  /** Through what was sent: older (-1) or newer (1). */
  readonly onStep: (step: -1 | 1) => void;
  readonly placeholder: string;
  readonly 'aria-label': string;
  readonly 'aria-invalid': boolean;
  readonly 'aria-describedby': string;
}) {
  const { t } = useTranslation('commands');
  const id = useId();
  const [chosen, setChosen] = useState(-1);
  /** Nothing is offered for a line that was sent before, nor after Escape. */
  const [typing, setTyping] = useState(false);
  const numbered = useNumberedNames(serverId);
  const players = useRows({ view: 'names', server_id: serverId }).rows;
  const all = useMemo(() => byGlance(players), [players]);
  const named = new Map(players.map((player) => [player.name, player]));
  const offered = !typing
    ? []
    : completionsOf(
        game,
        line,
        players.map(({ name }) => name),
        numbered,
      ).filter(({ of }) => !('command' in of) || may(of.command));
  const known = typing && offered.length === 0 ? commandOf(game, line) : undefined;
  const take = ({ line: next }: Completion) => {
    onLine(next);
    setChosen(-1);
  };
  const press = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return;
    const { key } = event;
    const at = offered[chosen];
    if (key === 'Tab' && !event.shiftKey && offered.length > 0) {
      event.preventDefault();
      take(at ?? (offered[0] as Completion));
    } else if (key === 'Enter' && at !== undefined) {
      event.preventDefault();
      take(at);
    } else if (key === 'Escape' && (offered.length > 0 || known !== undefined)) {
      event.stopPropagation();
      setTyping(false);
      setChosen(-1);
    } else if (key === 'ArrowDown' && offered.length > 0) {
      event.preventDefault();
      setChosen(Math.min(chosen + 1, offered.length - 1));
    } else if (key === 'ArrowUp' && chosen >= 0) {
      event.preventDefault();
      setChosen(chosen - 1);
    } else if (key === 'ArrowUp' || key === 'ArrowDown') {
      event.preventDefault();
      setTyping(false);
      onStep(key === 'ArrowUp' ? -1 : 1);
    }
  };
  return (
    <div className="command-field">
      <input
        {...field}
        className="input mono"
        value={line}
        onChange={(event) => {
          setChosen(-1);
          setTyping(true);
          onLine(event.target.value);
        }}
        onKeyDown={press}
        role="combobox"
        aria-autocomplete="list"
        aria-expanded={offered.length > 0}
        aria-controls={`${id}-list`}
        aria-activedescendant={chosen >= 0 ? `${id}-${chosen}` : undefined}
        autoComplete="off"
        autoCapitalize="off"
        spellCheck={false}
      />
      <div
        className="command-offers"
        id={`${id}-list`}
        role="listbox"
        aria-label={t('offered')}
        hidden={offered.length === 0}
      >
        {offered.map((completion, index) => (
          <div
            key={completion.line}
            id={`${id}-${index}`}
            role="option"
            tabIndex={-1}
            aria-selected={index === chosen}
            onPointerDown={(event) => {
              // The focus stays in the field.
              event.preventDefault();
              take(completion);
            }}
          >
            {'command' in completion.of ? (
              <Signature command={completion.of.command} />
            ) : (
              <>
                <bdi>{completion.of.player}</bdi>
                {completion.of.number === null ? (
                  <Mark player={named.get(completion.of.player)} all={all} />
                ) : (
                  <span className="mono soft">#{completion.of.number}</span>
                )}
              </>
            )}
          </div>
        ))}
      </div>
      {known === undefined ? null : (
        <div className="command-offers command-known" role="status">
          <Signature command={known} />
        </div>
      )}
    </div>
  );
}

/** What tells somebody apart from those who are called much like them. */
function Mark({
  player,
  all,
}: {
  readonly player: FeedPlayer | undefined;
  readonly all: ByGlance;
}) {
  if (player === undefined || namesakesOf(all, player).length === 0) return null;
  return <span className="namesake mono">{markOf(player)}</span>;
}

/** How a command is written, and what it does. */
function Signature({
  command: { name, parameters, does, dangerous },
}: {
  readonly command: KnownCommand;
}): ReactNode {
  const { t } = useTranslation('commands');
  const named = parameters.map((parameter: CommandParameter) => {
    const place = parameter.replace('?', '') as Exclude<CommandParameter, `${string}?`>;
    const text = t(`parameter.${place}`);
    return parameter.endsWith('?') ? `[${text}]` : `<${text}>`;
  });
  return (
    <>
      <span className="mono">
        {name} <span className="soft">{named.join(' ')}</span>
      </span>
      <span className="does" data-dangerous={dangerous === true}>
        {t(`does.${does}`)}
      </span>
    </>
  );
}

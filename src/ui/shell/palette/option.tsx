import { mayRestartEarlier, restartOf } from '../../../domain/servers/next-restart.ts';
import { AppWindow, User, Zap } from 'lucide-react';
import { Link } from 'wouter';
import { NextRestart } from '../../parts/next-restart.tsx';
import { GameSign, ServerStatus } from '../../parts/server-status.tsx';
import type { Item } from './items.ts';
import { Marked } from './marked.tsx';

const ICONS = { page: AppWindow, player: User, deed: Zap };

/** One line: a real link where it leads somewhere. */
export function Option({
  id,
  item,
  active,
  moment,
  onPoint,
  onChoose,
}: {
  readonly id: string;
  readonly item: Item;
  readonly active: boolean;
  /** What a tab of its own needs in its address to find the recording, with the sign before it. */
  readonly moment: string;
  readonly onPoint: () => void;
  readonly onChoose: () => void;
}) {
  const { icon } = item;
  const Icon = typeof icon === 'string' ? ICONS[icon] : null;
  const shared = {
    id,
    role: 'option',
    className: 'palette-option',
    tabIndex: -1,
    'aria-selected': active,
    'aria-disabled': item.why === null ? undefined : true,
    onPointerMove: active ? undefined : onPoint,
    // The focus stays in the field.
    onMouseDown: (event: React.MouseEvent) => {
      if (event.button === 0) event.preventDefault();
    },
  } as const;
  const content = (
    <>
      {typeof icon === 'string' ? (
        Icon === null ? null : (
          <Icon className="icon" aria-hidden="true" />
        )
      ) : (
        <GameSign game={icon.configuration.game} />
      )}
      <span className="palette-label">
        <Marked text={item.label} ranges={item.ranges} />
      </span>
      <span className="palette-detail soft">
        {item.because === undefined ? null : (
          <span>
            {item.because.label} <Marked text={item.because.text} ranges={item.because.ranges} />
          </span>
        )}
        {item.why === null ? item.detail : [item.detail, item.why].filter(Boolean).join(': ')}
        {item.press === undefined ? null : <kbd className="mono">{item.press}</kbd>}
        {typeof icon === 'string' ? null : (
          <>
            <NextRestart local={restartOf(icon)} as="sentence" earlier={mayRestartEarlier(icon)} />
            <ServerStatus server={icon} />
          </>
        )}
      </span>
    </>
  );
  if (item.does.kind !== 'go') {
    return (
      <button type="button" {...shared} onClick={item.why === null ? onChoose : undefined}>
        {content}
      </button>
    );
  }
  return (
    <Link
      {...shared}
      href={item.does.href + moment}
      onClick={(event) => {
        // Another tab or window leaves this one as it is.
        if (event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
        // What is chosen is gone to once, not by the link as well.
        event.preventDefault();
        onChoose();
      }}
    >
      {content}
    </Link>
  );
}

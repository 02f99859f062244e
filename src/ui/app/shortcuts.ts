import type { TFunction } from 'i18next';
import { REPLAY_KEYS } from '../replay/keys.ts';
import type { From, Shortcut, ShortcutGroup } from '../shell/keys/reach.ts';

type Name =
  | 'servers'
  | 'logs'
  | 'console'
  | 'consoles'
  | 'wall'
  | 'wallLetters'
  | 'replay'
  | 'played'
  | 'timeLine';

const GROUPS: Readonly<Record<From, readonly Name[]>> = {
  portal: ['servers', 'logs', 'console', 'consoles', 'wall', 'wallLetters', 'replay', 'timeLine'],
  served: ['servers', 'logs', 'consoles', 'played'],
  replay: ['servers', 'logs', 'replay', 'timeLine'],
  chooser: ['replay', 'timeLine'],
};

/** The keys that the screens have there, by the screen. */
export function screenShortcuts(t: TFunction<'palette'>, from: From): readonly ShortcutGroup[] {
  const groups = namedGroups(t);
  return GROUPS[from].map((name) => groups[name]);
}

function namedGroups(t: TFunction<'palette'>): Readonly<Record<Name, ShortcutGroup>> {
  const group = (name: Name, shortcuts: readonly Shortcut[], single = false): ShortcutGroup => ({
    title: t(`shortcutGroup.${name === 'played' ? 'replay' : name}`),
    single,
    shortcuts,
  });
  const { play, back, forward, mark } = REPLAY_KEYS;
  return {
    servers: group('servers', [
      { keys: ['↑', '↓'], does: t('shortcut.row') },
      { keys: ['Enter'], does: t('shortcut.chosen') },
    ]),
    logs: group('logs', [{ keys: ['End'], does: t('shortcut.newest') }]),
    console: group('console', [
      { keys: ['↑', '↓'], does: t('shortcut.recall') },
      { keys: ['Enter'], does: t('shortcut.send') },
    ]),
    consoles: group('consoles', [
      { keys: ['↑', '↓', '←', '→'], does: t('shortcut.resize') },
      { keys: ['Shift', '←', '→'], does: t('shortcut.move') },
    ]),
    wall: group('wall', [
      { keys: ['←', '→'], does: t('shortcut.turn') },
      { keys: ['Shift', '←', '→'], does: t('shortcut.rewind') },
      { keys: ['Esc'], does: t('shortcut.live') },
    ]),
    wallLetters: group(
      'wallLetters',
      [
        { keys: ['p'], does: t('shortcut.pin') },
        { keys: ['t'], does: t('shortcut.table') },
        { keys: ['f'], does: t('shortcut.fill') },
      ],
      true,
    ),
    replay: group(
      'replay',
      [
        { keys: [play], does: t('shortcut.play') },
        { keys: [back, forward], does: t('shortcut.step') },
        { keys: [mark], does: t('shortcut.mark') },
      ],
      true,
    ),
    played: group(
      'played',
      [
        { keys: [play], does: t('shortcut.play') },
        { keys: [forward], does: t('shortcut.stepOn') },
      ],
      true,
    ),
    timeLine: group('timeLine', [
      { keys: ['←', '→'], does: t('shortcut.step') },
      { keys: ['PgUp', 'PgDn'], does: t('shortcut.leap') },
      { keys: ['Home', 'End'], does: t('shortcut.toEnds') },
    ]),
  };
}

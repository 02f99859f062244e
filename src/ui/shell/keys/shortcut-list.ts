/** Every shortcut that there is, for the help: what works is told from where it works. */
import type { TFunction } from 'i18next';
import type { AccountRow } from '../../../domain/rows.ts';
import type { Reach } from '../../pages.ts';
import { REPLAY_KEYS } from '../../replay/keys.ts';
import { commandKey } from './key-names.ts';
import { COMMAND_KEYS, GO_KEY, SINGLE_KEYS } from './keys.ts';

export interface Shortcut {
  readonly keys: readonly string[];
  readonly does: string;
}

export interface ShortcutGroup {
  readonly title: string;
  /** Works with a single key, so it can be switched off. */
  readonly single: boolean;
  readonly shortcuts: readonly Shortcut[];
}

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

/** What there are keys for, beside those that work everywhere. */
const GROUPS: Readonly<Record<Reach['from'], readonly Name[]>> = {
  portal: ['servers', 'logs', 'console', 'consoles', 'wall', 'wallLetters', 'replay', 'timeLine'],
  served: ['servers', 'logs', 'consoles', 'played'],
  replay: ['servers', 'logs', 'replay', 'timeLine'],
  chooser: ['replay', 'timeLine'],
};

/** The keys that there are in this part of the portal, by the page that they work on. */
export function shortcutGroups(
  t: TFunction<'palette'>,
  account: AccountRow | undefined,
  { from, pages }: Reach,
): readonly ShortcutGroup[] {
  const named = namedGroups(t);
  return [
    {
      title: t('shortcutGroup.everywhere'),
      single: false,
      shortcuts: [
        ...Object.entries(COMMAND_KEYS).map(([key, does]) => ({
          keys: [commandKey(key.toUpperCase())],
          does: t(`shortcut.${does}`),
        })),
        { keys: ['Esc'], does: t('shortcut.close') },
      ],
    },
    {
      title: t('shortcutGroup.single'),
      single: true,
      shortcuts: Object.entries(SINGLE_KEYS).map(([key, does]) => ({
        keys: [key],
        does: t(`shortcut.${does}`),
      })),
    },
    {
      title: t('shortcutGroup.go'),
      single: true,
      shortcuts: pages.flatMap(({ name, key, offered }) =>
        key === undefined || offered?.(account) === false
          ? []
          : [{ keys: [GO_KEY, key], does: t(`page.${name}`) }],
      ),
    },
    {
      title: t('shortcutGroup.palette'),
      single: false,
      shortcuts: [
        { keys: ['↑', '↓'], does: t('shortcut.choose') },
        { keys: ['PgUp', 'PgDn'], does: t('shortcut.page') },
        { keys: ['Home', 'End'], does: t('shortcut.ends') },
        { keys: ['Enter'], does: t('shortcut.go') },
        { keys: [commandKey('Enter')], does: t('shortcut.newTab') },
      ],
    },
    ...GROUPS[from].map((name) => named[name]),
  ];
}

function namedGroups(t: TFunction<'palette'>): Readonly<Record<Name, ShortcutGroup>> {
  const group = (name: Name, shortcuts: readonly Shortcut[], single = false): ShortcutGroup => ({
    title: t(`shortcutGroup.${name === 'played' ? 'replay' : name}`),
    single,
    shortcuts,
  });
  const { play, back, forward, mark } = REPLAY_KEYS;
  return {
    servers: group('servers', [{ keys: ['↑', '↓'], does: t('shortcut.row') }]),
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

/** Every shortcut that there is, for the help: what works is told from where it works. */
import type { TFunction } from 'i18next';
import type { AccountRow } from '../../domain/rows.ts';
import { PAGES } from '../pages.ts';
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

export function shortcutGroups(
  t: TFunction<'frame'>,
  account: AccountRow | undefined,
): readonly ShortcutGroup[] {
  const fixed = (
    name: 'everywhere' | 'palette' | 'console' | 'consoles' | 'wall' | 'wallLetters' | 'replay',
    shortcuts: readonly Shortcut[],
    single = false,
  ): ShortcutGroup => ({ title: t(`shortcutGroup.${name}`), single, shortcuts });
  return [
    fixed('everywhere', [
      ...Object.entries(COMMAND_KEYS).map(([key, does]) => ({
        keys: [commandKey(key.toUpperCase())],
        does: t(`shortcut.${does}`),
      })),
      { keys: ['Esc'], does: t('shortcut.close') },
    ]),
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
      shortcuts: PAGES.flatMap(({ name, key, offered }) =>
        key === undefined || offered?.(account) === false
          ? []
          : [{ keys: [GO_KEY, key], does: t(`page.${name}`, { ns: 'palette' }) }],
      ),
    },
    fixed('palette', [
      { keys: ['↑', '↓'], does: t('shortcut.choose') },
      { keys: ['Home', 'End'], does: t('shortcut.ends') },
      { keys: ['Enter'], does: t('shortcut.go') },
      { keys: [commandKey('Enter')], does: t('shortcut.newTab') },
    ]),
    fixed('console', [
      { keys: ['↑', '↓'], does: t('shortcut.recall') },
      { keys: ['Enter'], does: t('shortcut.send') },
    ]),
    fixed('consoles', [
      { keys: ['↑', '↓', '←', '→'], does: t('shortcut.resize') },
      { keys: ['Shift', '←', '→'], does: t('shortcut.move') },
    ]),
    fixed('wall', [
      { keys: ['←', '→'], does: t('shortcut.turn') },
      { keys: ['Shift', '←', '→'], does: t('shortcut.rewind') },
      { keys: ['Esc'], does: t('shortcut.live') },
    ]),
    fixed(
      'wallLetters',
      [
        { keys: ['p'], does: t('shortcut.pin') },
        { keys: ['t'], does: t('shortcut.table') },
        { keys: ['f'], does: t('shortcut.fill') },
      ],
      true,
    ),
    fixed(
      'replay',
      [
        { keys: ['k'], does: t('shortcut.play') },
        { keys: ['j', 'l'], does: t('shortcut.step') },
        { keys: ['m'], does: t('shortcut.mark') },
      ],
      true,
    ),
  ];
}

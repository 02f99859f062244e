/** Every shortcut that there is, for the help: what works is told from where it works. */
import type { TFunction } from 'i18next';
import type { AccountRow } from '../../../domain/rows.ts';
import { commandKey } from './key-names.ts';
import { COMMAND_KEYS, GO_KEY, SINGLE_KEYS } from './keys.ts';
import type { Reach, ScreenShortcuts, ShortcutGroup } from './reach.ts';

/** The keys that there are in this part of the portal, by the page that they work on. */
export function shortcutGroups(
  t: TFunction<'palette'>,
  account: AccountRow | undefined,
  { from, pages }: Reach,
  ofScreens: ScreenShortcuts,
): readonly ShortcutGroup[] {
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
    ...ofScreens(t, from),
  ];
}

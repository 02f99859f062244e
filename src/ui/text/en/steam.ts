/** Texts of what Steam says of a player. */
export const steam = {
  title: 'Steam',
  off: 'Whoever runs this Muster has set no key for Steam, so nothing is known of the account.',
  none: 'No game has told a SteamID of this player where you may see it.',
  waiting: 'Steam has not been asked yet. It is when they are on the next time.',
  asOf: 'as of {{moment}}',
  trouble: {
    maintenance:
      'Steam has not answered since {{moment}}: it is down for maintenance, or not reached.',
    'rate-limited': 'Steam has refused to answer since {{moment}}: it was asked too often.',
    refused:
      'Steam has refused the key since {{moment}}. Whoever runs this Muster must set another.',
  },
  state: {
    private: 'private profile',
    deleted: 'no such account: it was deleted, or never was',
  },
  since: 'account since {{day}}',
  clean: 'no bans',
  vac_one: '{{count}} VAC ban',
  vac_other: '{{count}} VAC bans',
  game_one: '{{count}} game ban',
  game_other: '{{count}} game bans',
  community: 'banned from the Steam community',
  days_one: 'last ban {{count}} day before',
  days_other: 'last ban {{count}} days before',
} as const;

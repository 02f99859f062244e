/** Texts of a server's modules. */
export const modules = {
  title: 'Modules',
  intro:
    'What Muster asks of everybody on this server, beside bans. Who is kicked, and why, stands in the feed.',
  notYours: 'To change modules you need the permission ‘Modify configuration’.',
  noRemote: 'Nobody can be kicked from this server: it has no remote control.',
  on: 'On',
  off: 'Off',
  save: 'Save',
  discard: 'Discard',
  saved: 'Saved: {{module}}.',
  undone: 'Taken back.',
  unsaved: 'Not saved yet.',
  changed: 'Last changed {{time}}.',
  ping: {
    title: 'Ping limit',
    does: 'Kicks players whose ping is over the limit in {{readings}} readings in a row. A server is read every 5 to 10 s, so a short spike does nothing.',
    active: 'Kick players over the limit',
    max: 'Highest ping (ms)',
    warn: 'Warn them first',
    warnHint:
      'They get a private message, and are kicked if {{readings}} more readings are over the limit. A warning holds for 10 min.',
    cannotWarn: 'This game has no private messages, so nobody is warned first.',
    now_zero: 'Now nobody is over {{max}} ms.',
    now_one: 'Now {{count}} of {{players}} players is over {{max}} ms.',
    now_other: 'Now {{count}} of {{players}} players are over {{max}} ms.',
    unknown: 'No pings are known right now.',
  },
  geoblocking: {
    title: 'Geoblocking',
    does: 'Kicks players by the country that their address belongs to. Players whose country is not known may stay.',
    active: 'Kick players by country',
    invert: {
      label: 'Who may not play',
      false: 'Players from these countries',
      true: 'Players from all other countries',
    },
    countries: 'Countries',
    find: 'Find a country',
    none: 'No country matches.',
    chosen_one: '{{count}} country chosen',
    chosen_other: '{{count}} countries chosen',
    noneChosen: 'No country chosen',
    now: 'Now it would kick {{count}} of {{players}} players.',
    unknown_one: 'Of {{count}} more the country is not known.',
    unknown_other: 'Of {{count}} the country is not known.',
    data: 'Countries by the data of {{date}}, made from figures of the NRO and the regional registries (CC BY 4.0). Addresses change hands: some players stand in the wrong country.',
    ownData:
      'Countries by the file of whoever runs this Muster, of {{date}}. Addresses change hands: some players stand in the wrong country.',
    noData:
      'The country data cannot be read, so nobody is kicked by country. Ask whoever runs this Muster.',
  },
} as const;

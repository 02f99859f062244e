/** What forms say by themselves: limits, what is wrong, and that something is not saved. */
export const forms = {
  limit: {
    characters: '{{least}} to {{most}} characters',
    atMost: 'At most {{most}} characters',
    number: '{{least}} to {{most}}',
    left_one: '{{count}} character left.',
    left_other: '{{count}} characters left.',
    tooMany_one: '{{count}} character too many.',
    tooMany_other: '{{count}} characters too many.',
  },
  /** By the name that a schema gives its rule. */
  rule: {
    alphanumeric: 'letters and digits only',
    ascii: 'Latin letters, digits, blanks and ASCII signs',
    username: 'letters, digits, dot, dash and underscore',
  },
  wrong: {
    required: 'This is required.',
    tooShort: 'At least {{least}} characters.',
    tooLong: 'At most {{most}} characters.',
    number: 'A whole number from {{least}} to {{most}}.',
    format: 'This is not in the right form.',
    email: 'This is no e-mail address.',
    othersMade: 'Somebody else made this {{value}} meanwhile. Save again to write over it.',
    othersChanged: 'Somebody else changed this meanwhile. Save again to write over it.',
    mismatch: 'The two do not match.',
    alphanumeric: 'Only letters and digits.',
    ascii: 'Only Latin letters, digits, blanks and ASCII signs.',
    'host-name': 'An IP address or a host name only: no http:// and no path.',
    'one-line': 'One line only.',
    'pairing-code': 'A code has eight letters and digits, and none of 0, O, 1, I, L and U.',
    'too-many-servers':
      'A wall shows at most {{most}} servers that are chosen one by one. Use a filter.',
    username: 'Only letters, digits, dot, dash and underscore; the first is a letter or a digit.',
  },
  servers: {
    find: 'Find servers',
    none: 'No server matches.',
    more_one: '{{count}} more: type more of its name.',
    more_other: '{{count}} more: type more of their name.',
    chosen: '{{count}} of at most {{most}} chosen',
    all: 'Choose all found',
    nothing: 'Choose none',
  },
  leave: {
    title: 'Leave without saving?',
    text: 'What you changed on this page is not saved yet.',
    stay: 'Stay here',
    leave: 'Leave without saving',
  },
  retryIn_one: 'Try again in {{count}} second.',
  retryIn_other: 'Try again in {{count}} seconds.',
} as const;

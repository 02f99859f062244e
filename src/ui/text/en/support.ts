/** Texts of what staff of this Muster are let do for an owner. */
export const support = {
  title: 'Support',
  off: 'Staff of this Muster can do nothing here. Let them act in your place while they help you. It ends by itself.',
  /** What it reaches. */
  reach: {
    server: 'They may do all that its owner may, except give permissions.',
    team: 'They may do all that its owner may on the team and its servers, except change who belongs to it and what roles may.',
    organization:
      'They may do all that its owner may on the organization, its teams and the servers of both, except change who belongs to it and what roles may.',
  },
  audited: 'All that they do is in the audit, as done by support.',
  minutes: 'For',
  length: {
    hour: '1 hour',
    fourHours: '4 hours',
    day: '1 day',
    threeDays: '3 days',
    week: '1 week',
    month: '30 days',
  },
  costs: 'They may also cause costs for the owner',
  give: 'Let staff act',
  given: 'Staff may act here until {{until}}.',
  by: 'Allowed by',
  may: 'They may',
  mayAct: 'act for the owner',
  mayCost: 'act for the owner, and cause costs',
  staff: 'Staff',
  noStaff: 'Nobody is staff of this Muster. Whoever runs it says who is.',
  more_one: 'and {{count}} more',
  more_other: 'and {{count}} more',
  through: {
    team: 'Through the team {{name}}',
    organization: 'Through the organization {{name}}',
  },
  throughHint: 'Its owner let them, and can end it there.',
  did: 'What they did',
  end: 'End it now',
  endQuestion: 'Let staff act no longer?',
  endText: 'They can do nothing here from this moment on. What they did stays in the audit.',
  ended: 'Staff can do nothing here any more.',
  /** What staff are told themselves. */
  acting: {
    server: 'You act as support for the owner of {{name}} until {{until}}. The audit says so.',
    team: 'You act as support for the team {{name}} until {{until}}. The audit says so.',
    organization:
      'You act as support for the organization {{name}} until {{until}}. The audit says so.',
    question: 'Act as support no longer?',
    text: {
      server:
        'Staff can do nothing on {{name}} from this moment on, until its owner lets them again.',
      team: 'Staff can do nothing on the team {{name}} and its servers from this moment on, until its owner lets them again.',
      organization:
        'Staff can do nothing on the organization {{name}}, its teams and the servers of both from this moment on, until its owner lets them again.',
    },
    ended: 'You act as support no longer.',
  },
  again: 'Change for how long',
  longer: 'Count again from now',
} as const;

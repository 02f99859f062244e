/** Plans, and what they allow. */
export const plans = {
  upgrade: {
    title: 'Your plan is full',
    text: 'The plan {{plan}} allows {{limits}}. You wanted one more of these.',
    limits: {
      servers_one: '{{count}} server',
      servers_other: '{{count}} servers',
      ban_lists_one: '{{count}} ban list',
      ban_lists_other: '{{count}} ban lists',
      teams_one: '{{count}} team',
      teams_other: '{{count}} teams',
      organizations_one: '{{count}} organization',
      organizations_other: '{{count}} organizations',
    },
    how: 'Delete one, or ask whoever runs this Muster for a higher plan.',
    goOn: 'Go on',
  },
  restricted: {
    title: 'Your account is restricted',
    text: 'You can make nothing new until that ends: no servers, no ban lists, no teams. What you have goes on. Ask whoever runs this Muster.',
    ok: 'Got it',
  },
  title: { staff: 'Staff', founder: 'Founder', 'early-adopter': 'Early adopter' },
  titles: 'Your titles',
} as const;

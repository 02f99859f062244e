/** Plans, and what they allow. */
export const plans = {
  upgrade: {
    title: 'Your plan is full',
    text_one: 'The plan {{plan}} allows 1 server, and you have it.',
    text_other: 'The plan {{plan}} allows {{count}} servers, and you have them.',
    how: 'Delete a server, or ask whoever runs this Muster for a higher plan.',
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

/** Who can be entered as in a demo, from the most to the least that they may do. */
export const DEMO_ROLE = ['owner', 'moderator', 'player'] as const;
export type DemoRole = (typeof DEMO_ROLE)[number];

/** The accounts of a demo. Their passwords are no secret: a demo has nothing that is worth one. */
export const DEMO_ACCOUNT = {
  owner: { username: 'owner', displayName: 'MaraVoss', password: 'demo-of-the-owner' },
  moderator: { username: 'moderator', displayName: 'TomKade', password: 'demo-of-the-moderator' },
  player: { username: 'player', displayName: 'JunoPike', password: 'demo-of-the-player' },
} as const satisfies Readonly<
  Record<
    DemoRole,
    { readonly username: string; readonly displayName: string; readonly password: string }
  >
>;

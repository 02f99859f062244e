/** For how long staff may be let act: minutes. */
export const SUPPORT_MINUTES = { least: 15, most: 30 * 24 * 60 } as const;

/** What staff may be let act on as its owner. */
export const SUPPORTED_KIND = ['server', 'team', 'organization'] as const;
export type SupportedKind = (typeof SUPPORTED_KIND)[number];

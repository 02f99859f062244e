/** What an account may keep of ways to look at the servers. The host refuses more, and the form says so before. */
export const VIEW_LIMIT = { views: 50, name: 40, address: 2_000 } as const;

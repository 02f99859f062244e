/** What is kept of uploads: a log of the game. */
export const FILE_KIND = ['game-log'] as const;
export type FileKind = (typeof FILE_KIND)[number];

/** What becomes of an upload beyond the quota, as the subscription owner says: it is refused, or older files go for it. */
export const STORAGE_POLICY = ['refuse', 'delete-oldest'] as const;
export type StoragePolicy = (typeof STORAGE_POLICY)[number];

/** Files of one server at most. */
export const FILES_MOST = 1_000;
/** Servers, and of all files the oldest and the largest, that an account's storage names at most. */
export const STORAGE_NAMED = { servers: 200, files: 10 } as const;

/** What a wall may hold. The host refuses more, and forms say so before. */
export const WALL_LIMIT = {
  name: 60,
  title: 60,
  scenes: 24,
  serversOfScene: 10_000,
  /** Over all scenes, each counted as often as it is named. */
  serversOfWall: 20_000,
  filterText: 100,
  filterTags: 16,
  rotation: { least: 5, most: 3_600 },
  wallsOfAccount: 100,
  displaysOfAccount: 200,
} as const;

/** Characters that are kept of what the browser of a display calls itself. */
export const USER_AGENT_MAX = 256;

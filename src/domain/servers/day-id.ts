/** The id of a server's day; null: of all servers together. */
export function dayId(serverId: string | null): string {
  return `${serverId ?? 'all'}:day`;
}

import { useMemo } from 'react';
import { useResource } from '../../data/use-resource.ts';

/** What says which of a server's ids are somebody: another text where they were joined with others, or parted. */
export function useJoined(serverId: string, id: string | null): string {
  const { rows } = useResource('persons', serverId);
  const person = rows.find((row) => row.id === id)?.person ?? id;
  const ids = rows.filter((row) => row.person === person).map((row) => row.id);
  return [person, ...ids].join(' ');
}

/** Who the ids of a server's players are now, as far as the account may know. */
export function useWholePersons(serverId: string): (id: string) => string {
  const { rows } = useResource('persons', serverId);
  return useMemo(() => {
    const persons = new Map(rows.map(({ id, person }) => [id, person]));
    return (id) => persons.get(id) ?? id;
  }, [rows]);
}

import { Link } from 'wouter';
import { to } from '../../../domain/routes/routes.ts';
import { useGroups, type GroupRef } from './group.ts';

/** What a team or an organization is called; a link to its page for whoever may see it. */
export function GroupLink({ kind, id, name }: GroupRef & { readonly name: string }) {
  const { groups } = useGroups(kind);
  const shown = <bdi>{name}</bdi>;
  return groups.some((group) => group.id === id) ? (
    <Link href={to.group(kind, id)}>{shown}</Link>
  ) : (
    shown
  );
}

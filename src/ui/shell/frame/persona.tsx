import { ChevronDown, CircleUser } from 'lucide-react';
import { useOne } from '../../data/use-view.ts';

/** Who is signed in, as it stands on the button of the account's menu. */
export function Persona() {
  const account = useOne({ view: 'account' }).row;
  return (
    <>
      <CircleUser className="icon" />
      <span className="persona">{account?.persona.profile.display_name ?? ''}</span>
      <ChevronDown className="icon" />
    </>
  );
}

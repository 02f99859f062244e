import { X } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { ButtonLink } from '../../parts/button.tsx';

/** Out of the wall, back into the portal. */
export function LeaveWall({ href }: { readonly href: string }) {
  const { t } = useTranslation('wall');
  return <ButtonLink href={href} icon={<X />} label={t('leave')} />;
}

import type { ButtonHTMLAttributes, ReactNode } from 'react';
import { Link } from 'wouter';

type Kind = 'plain' | 'primary' | 'quiet' | 'danger';

export interface ButtonProps extends Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'style'> {
  readonly kind?: Kind;
  readonly icon?: ReactNode;
  /** Work is under way: it cannot be pressed again, and says so. */
  readonly busy?: boolean;
}

/** A button. Without text children give it an `aria-label`. */
export function Button({
  kind = 'plain',
  icon,
  busy = false,
  children,
  disabled,
  ...rest
}: ButtonProps) {
  return (
    <button
      type="button"
      {...rest}
      className="button"
      data-kind={kind}
      data-icon={children === undefined ? 'only' : undefined}
      disabled={disabled === true || busy}
      aria-busy={busy}
    >
      {icon}
      {children}
    </button>
  );
}

export interface ButtonLinkProps {
  readonly href: string;
  readonly kind?: Kind;
  readonly icon?: ReactNode;
  readonly children?: ReactNode;
  readonly label?: string;
}

/** A link that looks like a button: navigation stays a real link. */
export function ButtonLink({ href, kind = 'plain', icon, children, label }: ButtonLinkProps) {
  return (
    <Link
      href={href}
      className="button"
      data-kind={kind}
      data-icon={children === undefined ? 'only' : undefined}
      aria-label={label}
    >
      {icon}
      {children}
    </Link>
  );
}

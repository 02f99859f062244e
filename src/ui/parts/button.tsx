import type { ButtonHTMLAttributes, ReactNode, Ref } from 'react';
import { Link } from 'wouter';

type Kind = 'plain' | 'primary' | 'quiet' | 'danger';

export interface ButtonProps extends Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'style'> {
  readonly ref?: Ref<HTMLButtonElement>;
  readonly kind?: Kind;
  readonly icon?: ReactNode;
  /** Work is under way: pressing does nothing, and the focus stays on it. */
  readonly busy?: boolean;
  /** Pressing does nothing now, and one sees why. The button can still be reached, and keeps the focus. */
  readonly still?: boolean;
  /** The id of the text that says why pressing does nothing. The button can still be reached. */
  readonly why?: string | undefined;
  /** What it does, where its place has room for some of them only. */
  readonly 'data-deed'?: string;
}

/** A button. Without text children give it an `aria-label`. */
export function Button({
  kind = 'plain',
  icon,
  busy = false,
  still = false,
  why,
  children,
  onClick,
  ...rest
}: ButtonProps) {
  const idle = busy || still || why !== undefined;
  return (
    <button
      type="button"
      {...rest}
      className="button"
      data-kind={kind}
      data-icon={children === undefined ? 'only' : undefined}
      aria-busy={busy}
      aria-disabled={idle ? true : undefined}
      aria-describedby={why ?? rest['aria-describedby']}
      onClick={idle ? (event) => event.preventDefault() : onClick}
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

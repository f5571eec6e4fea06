import type { AnchorHTMLAttributes, ButtonHTMLAttributes } from 'react';
import { Spinner } from './Spinner.tsx';

type Look = { look?: 'primary' | 'quiet' | 'link' };
export type ButtonProps = ButtonHTMLAttributes<HTMLButtonElement> & Look & { busy?: boolean };

/** Full width. While busy it keeps its words and place, turns a wheel and does nothing. */
export function Button({
  look = 'primary',
  busy = false,
  className = '',
  children,
  onClick,
  type = 'button',
  ...rest
}: ButtonProps) {
  return (
    <button
      {...rest}
      type={type}
      className={`g-button g-${look} ${className}`}
      aria-disabled={busy || rest.disabled || undefined}
      onClick={(event) => (busy ? event.preventDefault() : onClick?.(event))}
    >
      {busy ? <Spinner /> : null}
      <span>{children}</span>
    </button>
  );
}

/** A link that looks like a button. */
export function ButtonLink({
  look = 'quiet',
  className = '',
  children,
  ...rest
}: AnchorHTMLAttributes<HTMLAnchorElement> & Look) {
  return (
    <a {...rest} className={`g-button g-${look} ${className}`}>
      <span>{children}</span>
    </a>
  );
}

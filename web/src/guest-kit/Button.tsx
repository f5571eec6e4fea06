import type { AnchorHTMLAttributes, ButtonHTMLAttributes } from 'react';
import { useAwake } from './context.tsx';
import { Spinner } from './Spinner.tsx';

type Look = { look?: 'primary' | 'quiet' | 'link' };
export type ButtonProps = ButtonHTMLAttributes<HTMLButtonElement> & Look & { busy?: boolean };

/**
 * Full width. While busy it keeps its words and place, turns a wheel and does nothing. Until the prerendered page is awake
 * it cannot be pressed: the press would be lost, and the browser would send the form by itself.
 */
export function Button({
  look = 'primary',
  busy = false,
  className = '',
  children,
  onClick,
  type = 'button',
  ...rest
}: ButtonProps) {
  const awake = useAwake();
  return (
    <button
      {...rest}
      type={type}
      disabled={!awake || rest.disabled}
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

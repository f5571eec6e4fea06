import { useEffect, useRef, type ReactNode } from 'react';
import { scrollToAlert } from '../ui/page/scroll-to-alert.ts';

export type AlertProps = { kind: 'success' | 'failure' | 'info' | 'warning'; title?: string; children?: ReactNode };

const marks: Record<AlertProps['kind'], string> = {
  success: 'm7.5 12.5 3 3 6-6.5',
  failure: 'm8.5 8.5 7 7m0-7-7 7',
  info: 'M12 11v5.5M12 7.5v.1',
  warning: 'M12 7v6m0 3.4v.1',
};

/** Says how something went. A failure interrupts a screen reader, the others wait; both are scrolled into sight. */
export function Alert({ kind, title, children }: AlertProps) {
  const ref = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (ref.current) scrollToAlert(ref.current);
  }, []);
  return (
    <div ref={ref} className={`g-alert g-alert-${kind}`} role={kind === 'failure' ? 'alert' : 'status'}>
      <svg
        viewBox="0 0 24 24"
        width="20"
        height="20"
        fill="none"
        stroke="currentColor"
        strokeWidth="2"
        strokeLinecap="round"
        aria-hidden="true"
      >
        <circle cx="12" cy="12" r="9.5" />
        <path d={marks[kind]} />
      </svg>
      <div>
        {title ? <strong>{title}</strong> : null}
        {children}
      </div>
    </div>
  );
}

import type { ReactNode } from 'react';

/** A box with news that does not move the page, unlike an alert: it may come any time after the first paint. */
export function Notice({
  kind,
  title,
  children,
}: {
  kind: 'info' | 'warning' | 'failure';
  title: string;
  children?: ReactNode;
}) {
  return (
    <section className={`g-alert g-alert-${kind} g-notice`} aria-label={title}>
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
        {kind === 'info' ? (
          <>
            <circle cx="12" cy="12" r="9.5" />
            <path d="M12 11v5.5M12 7.5v.1" />
          </>
        ) : (
          <>
            <path d="M12 4 2.5 20h19L12 4Z" strokeLinejoin="round" />
            <path d="M12 10v5m0 2.4v.1" />
          </>
        )}
      </svg>
      <div>
        <strong>{title}</strong>
        {children}
      </div>
    </section>
  );
}

import { type ReactNode, useEffect, useRef } from 'react';
import { Footer } from './Footer.tsx';
import { Logo } from './Logo.tsx';

export type GuestPageProps = {
  title: string;
  /** One sentence under the title. */
  lead?: ReactNode;
  /** Stands above the card: maintenance notice, outage banner. */
  banner?: ReactNode;
  /** Stands below the card: other ways, links. */
  below?: ReactNode;
  /** Hides the card's words until they are known (they depend on the address); without scripts they show. */
  waiting?: boolean;
  children?: ReactNode;
};

/** Until the keyboard was somewhere in the page, nothing has been lost. */
let hadFocus = false;
if (typeof document !== 'undefined') document.addEventListener('focusin', () => (hadFocus = true), { once: true });

/** What was pressed goes away with its step: the keyboard goes on at the heading of the next, or at its first box. */
function useFocusOfStep(title: string) {
  const heading = useRef<HTMLHeadingElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: at each step
  useEffect(() => {
    if (hadFocus && document.activeElement === document.body) heading.current?.focus();
  }, [title]);
  return heading;
}

/** The layout of every guest page: one card on a quiet ground in the tenant's colour. */
export function GuestPage({ title, lead, banner, below, waiting, children }: GuestPageProps) {
  const heading = useFocusOfStep(title);
  return (
    <div className="g-page">
      {banner ? <div className="g-banner">{banner}</div> : null}
      <main className="g-main">
        <div className="g-card">
          <Logo />
          <div className={waiting ? 'g-waiting' : undefined}>
            <h1 className="g-title" ref={heading} tabIndex={-1}>
              {title}
            </h1>
            {lead ? <p className="g-lead">{lead}</p> : null}
            {children}
          </div>
        </div>
        {below ? <div className="g-below">{below}</div> : null}
      </main>
      <Footer />
    </div>
  );
}

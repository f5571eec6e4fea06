import { createContext, useContext, type ReactNode } from 'react';
import type { Permission } from '#contract/roles.ts';
import type { FrameProps } from './layout/frame-types.ts';

/** What the frame needs to know of the session; the session's own code provides it around the router. */
export type FrameSession = Pick<
  FrameProps,
  | 'me'
  | 'tenant'
  | 'environment'
  | 'zone'
  | 'helpUrl'
  | 'notificationUrl'
  | 'termsUrl'
  | 'privacyPolicyUrl'
  | 'onSwitchAccount'
  | 'onSignOut'
  | 'tray'
  | 'search'
  | 'guides'
> & { product: string; rights: ReadonlySet<Permission> };

const FrameSessionContext = createContext<FrameSession | null>(null);

export function FrameSessionProvider({ session, children }: { session: FrameSession | null; children: ReactNode }) {
  return <FrameSessionContext value={session}>{children}</FrameSessionContext>;
}

/** The session the frame shows; null where nobody is known (yet). */
export function useFrameSession(): FrameSession | null {
  return useContext(FrameSessionContext);
}

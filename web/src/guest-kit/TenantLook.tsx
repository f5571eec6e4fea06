import { useEffect, useRef, useState, type ReactNode } from 'react';
import type { getTheme, GuestLook } from '#contract/site/theme.ts';
import { call } from '../api/call.ts';
import { GuestProvider, useGuest } from './context.tsx';
import { wearThemeColor } from './theme-color.ts';

/**
 * Gives what is inside the look of a tenant. `undefined`: which one is not known yet, and the page stays as it came;
 * `null`: it is nobody's, and wears the product's own. Most pages come in the right look; another is asked for.
 */
export function TenantLook({ tenantId, children }: { tenantId: string | null | undefined; children: ReactNode }) {
  const guest = useGuest();
  const look = useLook(tenantId, guest.data.look);
  useColour(look?.themeColor ?? null, guest.data.look?.themeColor ?? null);
  return <GuestProvider guest={{ ...guest, data: { ...guest.data, look } }}>{children}</GuestProvider>;
}

/** Until the look of another tenant is there, the page keeps the one it has. */
function useLook(tenantId: string | null | undefined, given: GuestLook | undefined): GuestLook | undefined {
  const [asked, setAsked] = useState<GuestLook>();
  const known = !tenantId || tenantId === given?.tenantId;
  useEffect(() => {
    if (known) return;
    const controller = new AbortController();
    const query = { tenantId };
    const request = { method: 'GET', path: '/api/site/theme', noAuth: true, query, signal: controller.signal } as const;
    // Without the look of the tenant the page works as well.
    call<typeof getTheme>(request).then(
      (theme) => setAsked({ ...theme, tenantId }),
      () => {},
    );
    return () => controller.abort();
  }, [known, tenantId]);
  if (tenantId === null) return undefined;
  return known ? given : (asked ?? given);
}

/** The page came in a colour; only another one has to be put on it. */
function useColour(themeColor: string | null, cameIn: string | null): void {
  const worn = useRef(cameIn);
  useEffect(() => {
    if (worn.current === themeColor) return;
    worn.current = themeColor;
    void wearThemeColor(themeColor);
  }, [themeColor]);
}

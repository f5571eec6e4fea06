import { useEffect, useState, type ReactNode } from 'react';
import type { getTheme, Theme } from '#contract/site/theme.ts';
import { call } from '../api/call.ts';
import { GuestProvider, useGuest } from './context.tsx';
import { wearThemeColor } from './theme-color.ts';

/** Gives what is inside the colour and logo of a tenant, as soon as they are known; a tenant without any changes nothing. */
export function TenantLook({
  tenantId,
  tenantName,
  children,
}: {
  tenantId: string | undefined;
  tenantName?: string | undefined;
  children: ReactNode;
}) {
  const guest = useGuest();
  const [theme, setTheme] = useState<Theme>();
  useEffect(() => {
    if (!tenantId) return;
    const controller = new AbortController();
    const request = {
      method: 'GET',
      path: '/api/site/theme',
      noAuth: true,
      query: { tenantId },
      signal: controller.signal,
    } as const;
    // Without the look of the tenant the page works as well.
    call<typeof getTheme>(request).then(setTheme, () => {});
    return () => {
      controller.abort();
      setTheme(undefined);
    };
  }, [tenantId]);
  const themeColor = theme?.themeColor;
  useEffect(() => {
    if (!themeColor) return;
    void wearThemeColor(themeColor);
    return () => void wearThemeColor(null);
  }, [themeColor]);
  if (!tenantId || !theme?.logo) return children;
  const tenant = { tenantId, name: tenantName ?? tenantId, country: null, logoUrl: theme.logo, ...guest.data.tenant };
  return <GuestProvider guest={{ ...guest, data: { ...guest.data, tenant } }}>{children}</GuestProvider>;
}

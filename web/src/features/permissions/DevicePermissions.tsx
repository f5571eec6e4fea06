import { getRouteApi } from '@tanstack/react-router';
import { useCallback } from 'react';
import { PermissionScreen } from './PermissionScreen.tsx';
import type { PermissionSearch } from './search.ts';

const route = getRouteApi('/frame/portal/device-permission-mgmt.html');

/** Which devices may use which licensed application (spec section 2). */
export function DevicePermissions() {
  const navigate = route.useNavigate();
  const go = useCallback(
    (search: PermissionSearch, replace: boolean) => void navigate({ search, replace }),
    [navigate],
  );
  return <PermissionScreen type="device" search={route.useSearch()} go={go} />;
}

import { getRouteApi } from '@tanstack/react-router';
import { useCallback } from 'react';
import { PermissionScreen } from './PermissionScreen.tsx';
import type { PermissionSearch } from './search.ts';

const route = getRouteApi('/frame/portal/user-permission-mgmt.html');

/** Which users may use which licensed application (spec section 2). */
export function UserPermissions() {
  const navigate = route.useNavigate();
  const go = useCallback(
    (search: PermissionSearch, replace: boolean) => void navigate({ search, replace }),
    [navigate],
  );
  return <PermissionScreen type="user" search={route.useSearch()} go={go} />;
}

import { useQueryClient } from '@tanstack/react-query';
import type {
  addUserAccount,
  getUserDeviceLogin,
  issueUserPin,
  removeUserAccount,
  removeUserPin,
  replaceUserAccount,
} from '#contract/people/users-device-login.ts';
import type { User } from '#contract/people/users-fields.ts';
import type { AnswerOf, SentBodyOf } from '#contract/route.ts';
import { call } from '../../../../api/call.ts';
import { renewPeople } from '../../../../base/renewal.ts';
import type { AlertContent } from '../../../../ui/page/AlertArea.tsx';

export type DeviceLogin = AnswerOf<typeof getUserDeviceLogin>;
export type DeviceAccount = DeviceLogin['accounts'][number];
export type NewAccount = SentBodyOf<typeof addUserAccount>;

export type DeviceCardProps = {
  user: User;
  known: DeviceLogin;
  mayChange: boolean;
  say: (alert: AlertContent | undefined) => void;
};

const pattern = 'powerUser';

/** The calls that change how a user signs in at devices, and what is out of date after one. */
export function useDeviceCalls({ tenantId, userId }: User) {
  const queryClient = useQueryClient();
  const params = { tenantId, userId };
  return {
    renew: () => renewPeople(queryClient),
    issuePin: (userCode?: string) =>
      call<typeof issueUserPin>({
        method: 'POST',
        path: '/api/auth/tenants/{tenantId}/users/{userId}/userCode/request',
        params,
        body: userCode === undefined ? {} : { userCode },
        pattern,
      }),
    removePin: () =>
      call<typeof removeUserPin>({
        method: 'DELETE',
        path: '/api/auth/tenants/{tenantId}/users/{userId}/userCode',
        params,
        pattern,
      }),
    add: (body: NewAccount) =>
      call<typeof addUserAccount>({
        method: 'POST',
        path: '/api/auth/tenants/{tenantId}/users/{userId}/onpremiseAccounts',
        params,
        body,
        pattern,
      }),
    replace: (uuid: string, number: string) =>
      call<typeof replaceUserAccount>({
        method: 'PUT',
        path: '/api/auth/tenants/{tenantId}/users/{userId}/onpremiseAccounts/{uuid}',
        params: { ...params, uuid },
        body: { number },
        pattern,
      }),
    remove: (uuid: string) =>
      call<typeof removeUserAccount>({
        method: 'DELETE',
        path: '/api/auth/tenants/{tenantId}/users/{userId}/onpremiseAccounts/{uuid}',
        params: { ...params, uuid },
        pattern,
      }),
  };
}

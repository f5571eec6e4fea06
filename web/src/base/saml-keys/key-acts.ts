import type { deleteIdpCertification, switchIdpCertification } from '#contract/apps/saml-idp-own.ts';
import type { deleteSpOwnCertification, SpKeyUse, switchSpCertification } from '#contract/federation/own-keys.ts';
import type { OwnKeyUse } from '#contract/site/own-keys.ts';
import { call } from '../../api/call.ts';

const pattern = 'powerUser';
const idp = '/api/auth/tenants/{tenantId}/samlIdP';
const sp = '/api/auth/tenants/{tenantId}/samlSp/keys/{use}';

/** What can be done with a key of the tenant. `current`: the certificate in use, as the page shows it. */
export function keyActs(key: OwnKeyUse, tenantId: string) {
  if (key === 'answers')
    return {
      switchOver: (current: string): Promise<unknown> => {
        const path = `${idp}/operations/switchCertification` as const;
        const body = { current };
        return call<typeof switchIdpCertification>({ method: 'POST', path, params: { tenantId }, body, pattern });
      },
      withdraw: (kid: string): Promise<unknown> => {
        const path = `${idp}/certifications/{kid}` as const;
        return call<typeof deleteIdpCertification>({ method: 'DELETE', path, params: { tenantId, kid }, pattern });
      },
    };
  const use: SpKeyUse = key === 'requests' ? 'signing' : 'encryption';
  return {
    switchOver: (current: string): Promise<unknown> => {
      const path = `${sp}/operations/switch` as const;
      const body = { current };
      return call<typeof switchSpCertification>({ method: 'POST', path, params: { tenantId, use }, body, pattern });
    },
    withdraw: (kid: string): Promise<unknown> => {
      const path = `${sp}/certifications/{kid}` as const;
      const params = { tenantId, use, kid };
      return call<typeof deleteSpOwnCertification>({ method: 'DELETE', path, params, pattern });
    },
  };
}

export const switchEffect = {
  answers: 'samlIdp.switchEffect',
  requests: 'expirations.switchRequestsEffect',
  encryption: 'expirations.switchEncryptionEffect',
} as const;
export const withdrawEffect = {
  answers: 'samlIdp.withdrawEffect',
  requests: 'samlIdp.withdrawEffect',
  encryption: 'expirations.withdrawEncryptionEffect',
} as const;
export const switchDone = {
  answers: 'samlIdp.switched',
  requests: 'expirations.switchedRequests',
  encryption: 'expirations.switchedEncryption',
} as const;

import * as contract from '#contract/federation/register-by-provider.ts';
import { handle, type Served } from '../../platform/http/serve.ts';
import { federatedBrowser } from '../../sign-in/proofs/federated-browser.ts';
import { depart } from '../oidc-rp/oidc-rp.ts';
import { beginRegistration } from '../saml-sp/request.ts';
import { openRegistration } from './registering.ts';

export const registeringRoutes: Served[] = [
  handle(contract.requestRegisterSamlUser, async ({ tools, body, client, request, reply, now }) => {
    const { tenantId, registration } = await openRegistration(tools, body, client, now);
    const browserSecret = federatedBrowser(request, reply);
    const asked = { tenantId, samlId: body.samlId, registration };
    return { url: await beginRegistration(tools, asked, { browserSecret, now }) };
  }),
  handle(contract.requestRegisterOpenidUser, async ({ tools, body, client, request, reply, now }) => {
    const { tenantId, registration } = await openRegistration(tools, body, client, now);
    const browserSecret = federatedBrowser(request, reply);
    const asked = { tenantId, opId: body.opId, purpose: 'register', userUuid: null, registration } as const;
    return { url: await depart(tools, { ...asked, fresh: false, browserSecret }, client, now) };
  }),
];

import * as contract from '#contract/federation/saml-sign-in.ts';
import { handle, type Served } from '../../platform/http/serve.ts';
import { federatedBrowser } from '../../sign-in/proofs/federated-browser.ts';
import { beginConnect, beginSignIn, beginTest } from './request.ts';

export const samlSignInRoutes: Served[] = [
  handle(contract.requestSamlSignIn, async ({ tools, body, client, request, reply, now }) => {
    const browserSecret = federatedBrowser(request, reply);
    return { url: await beginSignIn(tools, body, { client, browserSecret, now }) };
  }),
  handle(contract.connectSamlAccount, async ({ tools, caller, body, client, request, reply, now }) => {
    const browserSecret = federatedBrowser(request, reply);
    const asked = { tenantId: caller.tenantId, samlId: body.samlId, userUuid: caller.uuid };
    return { url: await beginConnect(tools, asked, { client, browserSecret, now }) };
  }),
  handle(contract.verifySamlConnection, async ({ tools, caller, body, request, reply, now }) => {
    const browserSecret = federatedBrowser(request, reply);
    const asked = { tenantId: caller.tenantId, samlId: body.samlId, userUuid: caller.uuid };
    return { url: await beginTest(tools, asked, { browserSecret, now }) };
  }),
];

import type { FastifyInstance } from 'fastify';
import { isFailure } from '#contract/errors.ts';
import * as contract from '#contract/federation/openid-connections.ts';
import { clientInfo } from '../../platform/http/client-info.ts';
import { handle, type Served } from '../../platform/http/serve.ts';
import { wholePage } from '../../platform/http/whole-page.ts';
import type { Tools } from '../../platform/tools.ts';
import {
  clearFederatedBrowser,
  federatedBrowser,
  readFederatedBrowser,
} from '../../sign-in/proofs/federated-browser.ts';
import { readSessionCookie } from '../../sign-in/sessions/cookie.ts';
import { offeredProviders } from '../linking/offered.ts';
import { arrivalPage, goOn } from '../requests/arrival.ts';
import { CALLBACK } from '../openid-connections/openid-connections.ts';
import { arrive, type Arrival, depart } from './oidc-rp.ts';

export const relyingPartyRoutes: Served[] = [
  handle(contract.requestOpenidSignIn, async ({ tools, body, client, now, request, reply }) => {
    const browserSecret = federatedBrowser(request, reply);
    const asked = { ...body, purpose: 'signIn', userUuid: null, browserSecret } as const;
    return { url: await depart(tools, asked, client, now) };
  }),
  handle(contract.connectOpenidAccount, async ({ tools, body, caller, client, now, request, reply }) => {
    const browserSecret = federatedBrowser(request, reply);
    const who = { tenantId: caller.tenantId, userUuid: caller.uuid };
    return {
      url: await depart(tools, { ...body, ...who, purpose: 'connect', fresh: false, browserSecret }, client, now),
    };
  }),
  handle(contract.verifyOpenidConnection, async ({ tools, body, caller, client, now, request, reply }) => {
    const browserSecret = federatedBrowser(request, reply);
    const who = { tenantId: caller.tenantId, userUuid: caller.uuid };
    return { url: await depart(tools, { ...body, ...who, purpose: 'test', fresh: false, browserSecret }, client, now) };
  }),
  handle(contract.clearOpenidSignIn, async ({ reply }) => {
    clearFederatedBrowser(reply);
    return undefined;
  }),
  handle(contract.listOfferedProviders, async ({ tx }) => wholePage(await offeredProviders(tx))),
];

/**
 * Where providers send browsers back to: outside the contract, for it answers with a redirect. The page that is next reads
 * what became of it from the fragment, which is sent to no server.
 */
export function registerCallback(app: FastifyInstance, tools: Tools): void {
  app.get(CALLBACK, { exposeHeadRoute: false }, async (request, reply) => {
    const query = new URLSearchParams(request.url.split('?')[1] ?? '');
    // One that stands twice is none: who reads the first and who reads the last would not agree.
    const one = (name: string) => {
      const [value, ...more] = query.getAll(name);
      return more.length === 0 && value !== undefined && value.length <= 4096 ? value : undefined;
    };
    const returned = {
      ...(request.params as { tenantId: string; opId: string }),
      ...{ state: one('state') ?? '', code: one('code'), iss: one('iss') },
      ...{ error: one('error'), errorDescription: one('error_description') },
    };
    const arriving = {
      ...{ browserSecret: readFederatedBrowser(request), session: readSessionCookie(request) },
      ...{ client: clientInfo(request), now: tools.clock() },
    };
    const arrival = await arrive(tools, returned, arriving).catch((error: unknown): Arrival => {
      if (!isFailure(error)) request.log.error({ err: error }, 'the answer of a provider');
      return { purpose: 'signIn', error: isFailure(error) ? error.id : 'unknown_error' };
    });
    const { opId } = arrival;
    const testPage = `/portal/openid-providers/${opId ?? ''}`;
    return goOn(reply, arrivalPage(arrival, { provider: opId, testPage }));
  });
}

import type { FastifyRequest } from 'fastify';
import * as contract from '#contract/federation/setup-links.ts';
import type { ClientInfo } from '../../platform/http/client-info.ts';
import { ownTenant } from '../../platform/http/own-tenant.ts';
import { handle, type Served } from '../../platform/http/serve.ts';
import { federatedBrowser } from '../../sign-in/proofs/federated-browser.ts';
import { importMetadata } from '../saml-connections/metadata.ts';
import { clearSetupCookie, readSetupCookie, setSetupCookie } from './cookie.ts';
import * as guests from './guest.ts';
import * as links from './setup-links.ts';

const guestOf = ({ request, client, now }: { request: FastifyRequest; client: ClientInfo; now: Date }) => ({
  secret: readSetupCookie(request),
  client,
  now,
});
const actionOf = ({ method, path }: { method: string; path: string }) => `${method} ${path}`;

export const setupLinkRoutes: Served[] = [
  handle(contract.getSetupLink, async (call) => {
    ownTenant(call);
    return { link: await links.latestLink(call.tx, call.params, call.now) };
  }),
  handle(contract.createSetupLink, async (call) => {
    ownTenant(call);
    const { tools, tx, caller, params, now } = call;
    const { uuid, displayName, ...made } = await links.createLink(tools, tx, params, { ...caller, now });
    const changes = { connection: { after: displayName }, expiresAt: { after: made.link.expiresAt } };
    await call.audit(tx, { targetId: uuid, changes });
    return made;
  }),
  handle(contract.revokeSetupLink, async (call) => {
    ownTenant(call);
    const { uuid, displayName } = await links.revokeLink(call.tx, call.params, call.now);
    await call.audit(call.tx, { targetId: uuid, changes: { connection: { before: displayName } } });
    return undefined;
  }),
  handle(contract.openConnectionSetup, async (call) => {
    const guest = { ...guestOf(call), secret: call.body.link };
    const { setup, secret } = await guests.openSetup(call.tools, guest, actionOf(contract.openConnectionSetup));
    setSetupCookie(call.reply, secret);
    return setup;
  }),
  handle(contract.getConnectionSetup, (call) => guests.readSetup(call.tools, guestOf(call))),
  handle(contract.readSetupMetadata, async (call) => {
    await guests.checkSetup(call.tools, guestOf(call));
    return importMetadata(call.body.metadata, call.now);
  }),
  handle(contract.setUpSamlConnection, (call) =>
    guests.setUpSaml(call.tools, guestOf(call), call.body, actionOf(contract.setUpSamlConnection)),
  ),
  handle(contract.setUpOpenidConnection, (call) =>
    guests.setUpOpenid(call.tools, guestOf(call), call.body, actionOf(contract.setUpOpenidConnection)),
  ),
  handle(contract.testConnectionSetup, async (call) => {
    const browserSecret = federatedBrowser(call.request, call.reply);
    return { url: await guests.testSetup(call.tools, guestOf(call), browserSecret) };
  }),
  handle(contract.completeConnectionSetup, async (call) => {
    await guests.completeSetup(call.tools, guestOf(call), actionOf(contract.completeConnectionSetup));
    clearSetupCookie(call.reply);
    return undefined;
  }),
];

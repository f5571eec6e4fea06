import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { fail, isFailure } from '#contract/errors.ts';
import { isTenantId } from '#contract/rules.ts';
import { hashSecret, newSecret } from '../../platform/crypto/secret.ts';
import type { Tx } from '../../platform/db/transaction.ts';
import { clientInfo } from '../../platform/http/client-info.ts';
import { spendTry } from '../../platform/limits/throttle.ts';
import { fromForm, fromQuery, type Kind, type RawMessage, RefusedMessage } from '../../platform/saml/message.ts';
import type { Tools } from '../../platform/tools.ts';
import { metadataOf, oursOf } from '../saml-connections/ours.ts';
import * as connections from '../saml-connections/saml-connections.ts';
import { spCertificates, spEncryptionCertificates } from '../own-keys/own-keys.ts';
import { arrivalPage, goOn } from '../requests/arrival.ts';
import { federatedBrowser } from '../../sign-in/proofs/federated-browser.ts';
import { readSessionCookie } from '../../sign-in/sessions/cookie.ts';
import { type Arrival, judgeAnswer, onwardOf } from './answer.ts';
import { readLogoutAnswer, signOutByProvider } from './logout.ts';
import { keepAnswer } from './queries.ts';
import { SamlRefusal } from './refusal.ts';
import { sendUnasked } from './unasked-page.ts';

/** A document of 256 kB in base64 and percent-encoded, with some room: larger ones are not read. */
const FORM_LIMIT = 600 * 1024;
/** Longest state of ours that comes back, or address that a provider sends somebody on to. What is longer is none. */
const MOST_STATE = 1024;
/** Until the browser comes back with its cookies. */
const SECONDS = 120;

const LOGOUT = '/logout.html';
const LOGIN = '/portal/login.html';

type ReadMessage = () => { kind: Kind; message: RawMessage };
type Params = { tenantId: string; samlId: string };

/** The addresses that identity providers know (decisions.md), with the tenant in them: IDs are unique in a tenant only. */
export async function registerSamlServiceProvider(app: FastifyInstance, tools: Tools): Promise<void> {
  const find = async (tx: Tx, samlId: string) => {
    const row = await connections.findConnection(tx, samlId);
    if (!row) throw fail('tenantId_or_samlId_not_exists');
    return row;
  };
  const known = ({ tenantId }: Params) => {
    if (!isTenantId(tenantId)) throw fail('tenantId_or_samlId_not_exists');
    return tenantId;
  };

  app.get<{ Params: Params }>('/saml/sp/:tenantId/:samlId/metadata', async (request, reply) => {
    const tenantId = known(request.params);
    const now = tools.clock();
    await spendTry(
      tools.db,
      [{ name: 'samlMetadata', key: clientInfo(request).network, most: 600, withinSeconds: 300 }],
      now,
    );
    const row = await tools.db.inTenant(tenantId, (tx) => find(tx, request.params.samlId));
    const certificates = await spCertificates(tools, tenantId);
    const ours = oursOf(tools.config.publicUrl, tenantId, row.saml_id);
    const encryption = await spEncryptionCertificates(tools, tenantId);
    const metadata = metadataOf(ours, { certificates, encryption, signRequests: row.sign_requests });
    // An administrator who looks at it is no provider that has loaded it.
    if (request.method === 'GET' && !readSessionCookie(request))
      await tools.db.inTenant(tenantId, (tx) => connections.noteMetadataRead(tx, row.uuid, now));
    return reply
      .type('application/samlmetadata+xml')
      .headers({
        'cache-control': 'public, max-age=300',
        'content-disposition': `attachment; filename="${row.saml_id}.xml"`,
      })
      .send(metadata);
  });

  /** A request to sign out, or the answer to ours, by either binding. */
  const signOut = async (request: FastifyRequest<{ Params: Params }>, reply: FastifyReply, read: ReadMessage) => {
    const tenantId = known(request.params);
    const now = tools.clock();
    const { network } = clientInfo(request);
    await spendTry(tools.db, [{ name: 'samlSignOut', key: network, most: 600, withinSeconds: 300 }], now);
    const row = await tools.db.reading(tenantId, (tx) => find(tx, request.params.samlId));
    const away = (to: string) => reply.header('cache-control', 'no-store').redirect(to, 303);
    try {
      const { kind, message } = read();
      if (kind === 'SAMLResponse') {
        const answer = await readLogoutAnswer(tools, { row, message, now });
        return away(`${LOGOUT}?${new URLSearchParams({ provider: answer })}`);
      }
      return away((await signOutByProvider(tools, { row, message, requestId: request.id, now })) ?? LOGIN);
    } catch (error) {
      if (!(error instanceof SamlRefusal || error instanceof RefusedMessage)) throw error;
      request.log.info({ namedTenant: tenantId, samlId: row.saml_id, reason: error.message }, 'sign-out refused');
      return away(`/error.html?${new URLSearchParams({ error: 'app_request', 'request-id': request.id })}`);
    }
  };
  app.get<{ Params: Params }>('/saml/sp/:tenantId/:samlId/slo', { exposeHeadRoute: false }, (request, reply) => {
    const query = request.url.split('?').slice(1).join('?');
    const kind = new URLSearchParams(query).has('SAMLResponse') ? 'SAMLResponse' : 'SAMLRequest';
    return signOut(request, reply, () => ({ kind, message: fromQuery(query, kind) }));
  });

  await app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser(
      'application/x-www-form-urlencoded',
      { parseAs: 'string', bodyLimit: FORM_LIMIT },
      (_request, body, done) => done(null, new URLSearchParams(body as string)),
    );
    scope.post<{ Params: Params }>('/saml/sp/:tenantId/:samlId/slo', (request, reply) => {
      const form = request.body instanceof URLSearchParams ? request.body : new URLSearchParams();
      const kind = form.has('SAMLResponse') ? 'SAMLResponse' : 'SAMLRequest';
      return signOut(request, reply, () => ({ kind, message: fromForm(form, kind) }));
    });
    // The provider's page posts across sites, without our cookies: the answer is kept until the browser comes back with them.
    scope.post<{ Params: Params }>('/saml/sp/:tenantId/:samlId/acs', async (request, reply) => {
      const tenantId = known(request.params);
      const now = tools.clock();
      await spendTry(
        tools.db,
        [{ name: 'samlAnswer', key: clientInfo(request).network, most: 600, withinSeconds: 300 }],
        now,
      );
      const form = request.body instanceof URLSearchParams ? request.body : new URLSearchParams();
      const document = form.get('SAMLResponse') ?? '';
      const state = form.get('RelayState') ?? '';
      if (document === '') throw fail('invalid_params', { field: 'SAMLResponse' });
      const secret = newSecret();
      await tools.db.inTenant(tenantId, async (tx) => {
        const { uuid } = await find(tx, request.params.samlId);
        await keepAnswer(tx, {
          ...{ connection: uuid, document: document.replace(/[^A-Za-z0-9+/=]/g, '') },
          relay_state: state.length > MOST_STATE ? '' : state.replace(/[^\x20-\x7e]/g, ''),
          ...{ answerHash: hashSecret(secret), until: new Date(now.getTime() + SECONDS * 1000), now },
        });
      });
      const query = new URLSearchParams({ answer: `${tenantId}.${secret}` });
      return reply.redirect(`${request.url.replace(/acs(\?.*)?$/, 'answer')}?${query}`, 303);
    });
  });

  app.get<{ Params: Params; Querystring: { answer?: unknown } }>(
    '/saml/sp/:tenantId/:samlId/answer',
    { exposeHeadRoute: false },
    async (request, reply) => {
      const answer = typeof request.query.answer === 'string' ? request.query.answer : '';
      // One that a provider sent here unasked has none yet.
      const browserSecret = federatedBrowser(request, reply);
      const client = clientInfo(request);
      const session = readSessionCookie(request);
      const arriving = { client, requestId: request.id, browserSecret, session, now: tools.clock() };
      const arrival = await judgeAnswer(tools, answer, arriving).catch((error: unknown): Arrival => {
        if (!isFailure(error)) request.log.error({ err: error }, 'the answer of an identity provider');
        return { purpose: 'signIn', error: isFailure(error) ? error.id : 'unknown_error' };
      });
      const { unasked, tenantId = '', samlId = '' } = arrival;
      if (!unasked) return goOn(reply, addressOf(arrival));
      const onward = `/saml/sp/${tenantId}/${samlId}/onward?${new URLSearchParams({ to: unasked.to ?? '' })}`;
      const next = addressOf(arrival, unasked.to === null ? '' : `?${new URLSearchParams({ url: onward })}`);
      return sendUnasked(request, reply, { ...unasked, next, back: LOGIN });
    },
  );

  // After such a sign-in: to the trusted origin and to no other.
  app.get<{ Params: Params; Querystring: { to?: unknown } }>(
    '/saml/sp/:tenantId/:samlId/onward',
    { exposeHeadRoute: false },
    async (request, reply) => {
      const tenantId = known(request.params);
      const { network } = clientInfo(request);
      await spendTry(tools.db, [{ name: 'samlOnward', key: network, most: 600, withinSeconds: 300 }], tools.clock());
      const row = await tools.db.reading(tenantId, (tx) => find(tx, request.params.samlId));
      const to = row.enabled ? onwardOf(row, typeof request.query.to === 'string' ? request.query.to : '') : null;
      return goOn(reply, to ?? '/portal/');
    },
  );
}

const addressOf = (arrival: Arrival, query?: string): string => {
  const testPage = `/portal/tenant/saml-settings/${arrival.samlId ?? ''}`;
  return arrivalPage(arrival, { provider: arrival.samlId, testPage, type: 'saml' }, query);
};

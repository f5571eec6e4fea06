import { X509Certificate } from 'node:crypto';
import type { NameIdFormat, SpProblemCause } from '#contract/apps/saml-idp-values.ts';
import { isTenantId } from '#contract/rules.ts';
import type { Tx } from '../../platform/db/transaction.ts';
import { writeAppSignIn } from '../../platform/events/sign-ins.ts';
import type { ClientInfo } from '../../platform/http/client-info.ts';
import type { Tools } from '../../platform/tools.ts';
import type { findBrowserSession } from '../oauth/bridge.ts';
import { signerOf } from './certificates.ts';
import { contextFor } from './contexts.ts';
import { samlAddresses } from './paths.ts';
import { keepSpRefusal, RefusedRequest } from './problems.ts';
import * as queries from './queries.ts';
import { holdRequest, markAnswered, type PendingRequest } from './requests.ts';
import { type Envelope, type Subject, writeRefusal, writeResponse } from './response.ts';
import { findSpOf, of, refuseDisabled, unknownSp } from './sso.ts';
import { nameIdOf, readUserFacts, sessionIndexOf, statementsOf } from './subject.ts';

export type BrowserSession = Awaited<ReturnType<typeof findBrowserSession>>;

/** An answer that signs nobody in; `why` for administrators, where something has to be set. */
interface Refusal {
  to: 'refuse';
  codes: readonly [top: 'Requester' | 'Responder', second: string];
  why?: SpProblemCause;
}
/** Something the user has to do first. */
type Before = { to: 'login'; again: boolean } | { to: 'mfa' };

const refusal = (top: Refusal['codes'][0], second: string, why?: SpProblemCause): Refusal => ({
  to: 'refuse',
  codes: [top, second],
  ...(why && { why }),
});

/** What comes next for a request, of it and the browser's session alone. */
export function decide(
  request: PendingRequest,
  session: BrowserSession,
  tenantId: string,
): Before | Refusal | { to: 'answer'; contextClass: string; session: NonNullable<BrowserSession> } {
  const first = (before: Before) => (request.isPassive ? refusal('Responder', 'NoPassive') : before);
  if (request.nameIdFormat === 'unsupported') return refusal('Requester', 'InvalidNameIDPolicy', 'nameIdFormat');
  if (!session || session.tenantId !== tenantId) return first({ to: 'login', again: session !== null });
  if (session.limited) return first({ to: 'mfa' });
  if (request.forceAuthn && session.proved_at < request.receivedAt) return first({ to: 'login', again: true });
  const contextClass = contextFor(session.proofs, request);
  if (contextClass === null) return refusal('Responder', 'NoAuthnContext', 'authnContext');
  return { to: 'answer', contextClass, session };
}

/** A form for the browser to post. */
export interface Posted {
  to: 'post';
  action: string;
  fields: Record<string, string>;
  displayName: string;
}

/** Goes on with a request: where to, or what to post. Throws `RefusedRequest` for one that is not pending. */
export async function goOn(
  tools: Tools,
  tenantId: string,
  id: string,
  { session, client, now }: { session: BrowserSession; client: ClientInfo; now: Date },
): Promise<Before | Posted> {
  if (!isTenantId(tenantId)) throw unknownSp();
  const decided = await tools.db.inTenant(tenantId, async (tx) => {
    const request = await holdRequest(tx, id, now);
    if (!request) throw new RefusedRequest('request', 'no such request is pending');
    const sp = await findSpOf(tx, { samlSpId: request.samlSpId });
    return of(sp.saml_sp_id, async () => {
      refuseDisabled(sp);
      const next = decide(request, session, tenantId);
      if (next.to === 'login' || next.to === 'mfa') return next;
      await markAnswered(tx, id, now);
      if (next.to === 'refuse') return { ...next, request, sp };
      const subject = await subjectOf(tx, { tenantId, sp, request, ...next, now });
      if (!subject) return { ...refusal('Responder', 'InvalidNameIDPolicy', 'noMailAddress'), request, sp };
      await writeAppSignIn(tx, {
        ...{ uuid: next.session.user_uuid, clientId: `saml:${sp.saml_sp_id}`, name: sp.display_name },
        ...{ sessionId: next.session.session_id, client, now },
      });
      const encryption = await queries.findEncryptionCertificate(tx, sp.saml_sp_id);
      return { to: 'answer' as const, subject, encryption, request, sp };
    });
  });
  if (decided.to === 'login' || decided.to === 'mfa') return decided;
  const { request, sp } = decided;
  const envelope: Envelope = {
    issuer: samlAddresses(tools.config.publicUrl, tenantId).entityId,
    acsUrl: sp.acs_url,
    audience: sp.entity_id,
    inResponseTo: request.spRequestId,
    signingOption: sp.signing_option,
    // Signed after the commit: it takes longer than the transaction.
    signer: await signerOf(tools, tenantId),
    encryptFor:
      decided.to === 'answer' && decided.encryption ? new X509Certificate(decided.encryption).publicKey : null,
    now,
  };
  if (decided.to === 'refuse' && decided.why) {
    const told = new RefusedRequest(decided.why, 'what the request wants cannot be given');
    told.samlSpId = sp.saml_sp_id;
    await keepSpRefusal(tools, tenantId, told, now);
  }
  const answer =
    decided.to === 'answer' ? writeResponse(envelope, decided.subject) : writeRefusal(envelope, decided.codes);
  const SAMLResponse = Buffer.from(answer).toString('base64');
  const { relayState: RelayState } = request;
  const fields = { SAMLResponse, ...(RelayState !== null && { RelayState }) };
  return { to: 'post', action: sp.acs_url, fields, displayName: sp.display_name };
}

/** Who signs in, as the service provider is told; remembers where the session was signed in to. */
async function subjectOf(
  tx: Tx,
  given: {
    tenantId: string;
    sp: queries.SpRow;
    request: PendingRequest;
    session: NonNullable<BrowserSession>;
    contextClass: string;
    now: Date;
  },
): Promise<Subject | null> {
  const { tenantId, sp, request, session, contextClass, now } = given;
  const { user_uuid: uuid, session_id: sessionId } = session;
  const user = await readUserFacts(tx, uuid);
  const format: NameIdFormat =
    request.nameIdFormat === null || request.nameIdFormat === 'unsupported' ? sp.name_id_format : request.nameIdFormat;
  const nameId = user && (await nameIdOf(tx, { tenantId, samlSpId: sp.saml_sp_id, uuid, format }, user));
  if (!user || !nameId) return null;
  await queries.rememberSignIn(tx, {
    ...{ tenant_id: tenantId, session_id: sessionId, saml_sp_id: sp.saml_sp_id },
    ...{ name_id: nameId, name_id_format: format, signed_in_at: now },
  });
  return {
    ...{ nameId, format, contextClass, provedAt: session.proved_at, sessionEndsAt: session.expires_at },
    sessionIndex: sessionIndexOf(sessionId, sp.saml_sp_id),
    statements: statementsOf(user, sp.attribute_statements),
  };
}

import type { ErrorId } from '#contract/errors.ts';
import { fail, isFailure } from '#contract/errors.ts';
import { personActor } from '#contract/principals.ts';
import type { OpenidCause, OpenidKind } from '#contract/federation/openid-values.ts';
import { createHash } from 'node:crypto';
import type { Tx } from '../../platform/db/transaction.ts';
import { violates } from '../../platform/db/violation.ts';
import { happen } from '../../platform/events/consumers.ts';
import type { ClientInfo } from '../../platform/http/client-info.ts';
import { spendTry } from '../../platform/limits/throttle.ts';
import type { Tools } from '../../platform/tools.ts';
import { issueFederatedCode } from '../../sign-in/proofs/federated.ts';
import type { SessionCookie } from '../../sign-in/sessions/cookie.ts';
import { findSessionOfCookie } from '../../sign-in/sessions/sessions.ts';
import { domainOf, hasDomainRules } from '../email-domains/domain-rules.ts';
import { connect } from '../linking/connect.ts';
import { findLinked } from '../linking/links.ts';
import { provision, tryTwice } from '../linking/provision.ts';
import { isOffered, isOpenTo } from '../linking/open-ways.ts';
import { holdEnabled } from '../linking/vouched.ts';
import {
  CALLBACK,
  type ConnectionRow,
  findConnection,
  findConnectionByUuid,
  holdConnection,
  learnDirectory,
  noteTested,
  openSecret,
  redirectUriOf,
} from '../openid-connections/openid-connections.ts';
import { holdAnswer } from '../registering/registering.ts';
import type { WhatBecame } from '../requests/arrival.ts';
import {
  beginRequest,
  type Purpose,
  refuseEndedTest,
  type Registering,
  takeRequest,
  type TakenRequest,
  tenantOfState,
} from '../requests/requests.ts';
import { noteTrace } from '../traces/traces.ts';
import { noteUnknown } from '../unknown-users/unknown-users.ts';
import { followMapping } from '../mapping/apply.ts';
import { claimsOfMapping, findMapping, noteTest } from '../mapping/mapping.ts';
import { saidByClaims, untoldOf } from '../mapping/said.ts';
import { claimsOf } from './claims.ts';
import { domainCause } from './domains.ts';
import { authorizationUrl, identifyByRecord } from './cybozu.ts';
import { type Identified, Refused, verifyIdToken } from './id-token.ts';
import { keysOf, type Metadata, readMetadata, readUserinfo, type Tokens, tradeCode } from './provider.ts';

interface Departing {
  tenantId: string;
  opId: string;
  purpose: Purpose;
  /** Who links an account or tests; null to sign in. */
  userUuid: string | null;
  /** Of a registration only. */
  registration?: Registering;
  setupLink?: string;
  /** The provider asks for the password even where it remembers the person. */
  fresh: boolean;
  browserSecret: string;
}

/**
 * Where the browser goes to for a sign-in (authorization code with PKCE, state, nonce). Throws `domain_not_exists` for a
 * provider that is not there, not enabled or closed by the sign-in policy (to test it, that does not matter),
 * `rp_setting_invalid` for one that cannot be reached.
 */
export async function depart(tools: Tools, asked: Departing, client: ClientInfo, now: Date): Promise<string> {
  const { tenantId, opId, purpose, userUuid, registration, browserSecret } = asked;
  await spendTry(tools.db, [{ name: 'federatedRequest', key: client.network, most: 600, withinSeconds: 300 }], now);
  const row = await tools.db.inTenant(tenantId, async (tx) => {
    const found = await findConnection(tx, opId);
    if (found && purpose !== 'test' && !(found.enabled && (await isOffered(tx, providerOf(found))))) return undefined;
    return found;
  });
  if (!row) throw fail('domain_not_exists');
  const kind = row.kind as OpenidKind;
  const url =
    kind === 'cybozu'
      ? authorizationUrl(row)
      : await readMetadata(tools, row.issuer, kind).then(
          (metadata) => new URL(metadata.authorization_endpoint),
          (error) => noteFailure(tools, row, purpose, error, client, now),
        );
  const by = { userUuid, ...(asked.setupLink !== undefined && { setupLink: asked.setupLink }) };
  const request = { tenantId, connection: row.uuid, purpose, ...by, registration, browserSecret, now };
  const { state, nonce, verifier } = await tools.db.inTenant(tenantId, (tx) => beginRequest(tx, request));
  for (const [name, value] of Object.entries({
    ...{
      response_type: 'code',
      client_id: row.client_id,
      redirect_uri: redirectUriOf(tools, row),
      scope: row.scopes.join(' '),
    },
    ...{ state, code_challenge_method: 'S256' },
    code_challenge: createHash('sha256').update(verifier).digest('base64url'),
    // These are of OpenID Connect.
    ...(kind !== 'cybozu' && { nonce, ...(asked.fresh && { prompt: 'login', max_age: '0' }) }),
  }))
    url.searchParams.set(name, value);
  return url.href;
}

const providerOf = (row: ConnectionRow) => ({ type: row.kind as OpenidKind, id: row.op_id });

async function noteFailure(
  tools: Tools,
  row: ConnectionRow,
  purpose: Purpose,
  error: unknown,
  { requestId }: ClientInfo,
  now: Date,
): Promise<never> {
  if (!(error instanceof Refused)) throw error;
  const { why: cause, detail } = error;
  const trace = { connection: row.uuid, purpose, cause, detail, requestId, now };
  await tools.db.inTenant(row.tenant_id, (tx) => noteTrace(tx, trace));
  throw fail('rp_setting_invalid', { cause: error });
}

/** What a provider sent the browser back with. */
export interface Returned {
  /** Of the connection at whose address it arrived. */
  tenantId: string;
  opId: string;
  state: string;
  code: string | undefined;
  iss: string | undefined;
  error: string | undefined;
  errorDescription: string | undefined;
}

/** The browser that came back. */
export interface Arriving {
  browserSecret: string | null;
  session: SessionCookie | null;
  client: ClientInfo;
  now: Date;
}

/** Where the browser goes on to, and with what. */
export interface Arrival extends WhatBecame {
  opId?: string;
}

/**
 * Judges the answer of a provider. Everything about it stands in the traces of the connection; the person gets an error ID
 * that tells what they can do. An unknown state, or one of another browser, is `login_expired` and leaves no trace.
 */
export async function arrive(tools: Tools, returned: Returned, arriving: Arriving): Promise<Arrival> {
  const { browserSecret, client, now } = arriving;
  await spendTry(tools.db, [{ name: 'federatedAnswer', key: client.network, most: 600, withinSeconds: 300 }], now);
  const tenantId = tenantOfState(returned.state);
  if (tenantId !== returned.tenantId || browserSecret === null) return { purpose: 'signIn', error: 'login_expired' };
  const begun = await tools.db.inTenant(tenantId, async (tx) => {
    const request = await takeRequest(tx, returned.state, browserSecret, now);
    const row = request && (await findConnectionByUuid(tx, request.connection));
    return row && { request, row };
  });
  if (!begun) return { purpose: 'signIn', error: 'login_expired' };
  const { request, row } = begun;
  const { purpose } = request;
  const page = request.registration?.page;
  const isOfSetupLink = request.setupLink !== null;
  const at = { purpose, tenantId, opId: row.op_id, isOfSetupLink, ...(page && { page }) };
  let known: Known | null = null;
  try {
    const identified = await identify(tools, begun, returned, now);
    known = identified;
    if (identified.refused) throw identified.refused;
    const signedIn = purpose === 'connect' ? await findSessionOfCookie(tools.db, arriving.session, now) : null;
    const act = async (tx: Tx) => {
      const done = await actOn(tools, tx, { request, row, identified, signedIn }, arriving);
      // That of a registration is noted when it is completed.
      if (purpose !== 'register')
        await noteTrace(tx, { ...traceOf(begun, arriving), cause: null, detail: detailOf(begun, identified) });
      return done;
    };
    return { ...at, ...(await tryTwice(() => tools.db.inTenant(tenantId, act))) };
  } catch (error) {
    const refused = asRefused(error);
    const { why: cause, detail } = refused;
    await tools.db.inTenant(tenantId, async (tx) => {
      const who = { tenantId, connection: row.uuid };
      if (known && purpose === 'signIn')
        await noteUnknown(tools, tx, who, { ...known, claims: claimsOf(known.said) }, now);
      await noteTrace(tx, { ...traceOf(begun, arriving), cause, detail });
    });
    return { ...at, error: errorOf(cause) };
  }
}

type Begun = { request: TakenRequest; row: ConnectionRow };

const traceOf = ({ request, row }: Begun, { client, now }: Arriving) => ({
  ...{ connection: row.uuid, purpose: request.purpose, requestId: client.requestId, now },
});

/** A test also tells the directory, for an administrator to enter. */
const detailOf = ({ request }: Begun, { subject, directoryId, leftRecord }: Identified): Record<string, string> => ({
  subject,
  ...(leftRecord !== undefined && { leftRecord }),
  ...(request.purpose === 'test' && directoryId !== null && { directory: directoryId }),
});

/** `said`: of a person who may join; `isWhole`: the provider was asked for all of it, and answered; `refused`: of whom it names. */
type Known = Identified & { said: Readonly<Record<string, unknown>>; isWhole: boolean; refused: Refused | null };

/** Trades the code and verifies the ID token. Throws `Refused`. */
async function identify(tools: Tools, { request, row }: Begun, returned: Returned, now: Date): Promise<Known> {
  if (!row.enabled && request.purpose !== 'test') throw new Refused('disabled');
  const { code, iss, error, errorDescription: description } = returned;
  // A code that was made for another connection must never be shown to this one's provider.
  if (returned.opId !== row.op_id) throw new Refused('answer_issuer', { expected: row.op_id, received: returned.opId });
  if (error !== undefined) throw new Refused('provider_refused', { error, description });
  const client = { id: row.client_id, secret: openSecret(tools, row) };
  const redirectUri = redirectUriOf(tools, row);
  const kind = row.kind as OpenidKind;
  if (kind === 'cybozu') {
    if (code === undefined) throw new Refused('code_missing');
    const known = await identifyByRecord(tools, row, client, { code, redirectUri, verifier: request.verifier });
    return { ...known, said: known.claims, isWhole: true, refused: null };
  }
  const metadata = await readMetadata(tools, row.issuer, kind);
  // RFC 9207: who answers says so, where it announced that it does. Entra ID has a template.
  const isDue = metadata.authorization_response_iss_parameter_supported === true;
  if (kind === 'oidc' && (isDue || iss !== undefined) && iss !== metadata.issuer)
    throw new Refused('answer_issuer', { expected: metadata.issuer, received: iss });
  if (code === undefined) throw new Refused('code_missing');
  const given = { code, redirectUri, verifier: request.verifier };
  const tokens = await tradeCode(tools, metadata, client, given);
  const expected = { kind, issuer: row.issuer, clientId: row.client_id, nonce: request.nonce, now };
  const identified = await verifyIdToken(tokens.id_token, keysOf(tools, metadata), expected, tokens.access_token);
  // The first directory is learnt from an administrator's test; that of a set-up link shows it.
  const isLearnt = request.purpose === 'test' && row.directory_ids.length === 0;
  const { directoryId } = identified;
  if (directoryId !== null && !isLearnt && !row.directory_ids.includes(directoryId))
    throw new Refused('directory_not_listed', { directory: directoryId });
  const { said, more } = await sayMore(tools, { request, row }, identified, { metadata, tokens });
  const cause = domainCause(row, said);
  // Whether it has an address is not known.
  if (cause === 'address_missing' && more instanceof Refused) throw more;
  const refused = cause === null ? null : new Refused(cause, { domain: domainOf(String(said.email ?? '')) });
  return { ...identified, said, isWhole: more !== null && !(more instanceof Refused), refused };
}

/** In the code flow much is often told at the userinfo endpoint alone; it is asked where that matters, else `more` is null. */
async function sayMore(
  tools: Tools,
  begun: Begun,
  identified: Identified,
  { metadata, tokens }: { metadata: Metadata; tokens: Tokens },
): Promise<{ said: Known['said']; more: Awaited<ReturnType<typeof readUserinfo>> | null }> {
  const { claims } = identified;
  if (!(await asksMore(tools, begun, identified))) return { said: claims, more: null };
  const more = await readUserinfo(tools, metadata, tokens.access_token, claims.sub);
  if (more instanceof Refused) return { said: claims, more };
  // Whether an address is verified says who says the address.
  const [first, second] = 'email' in claims ? [withoutAddress(more), claims] : [more, withoutAddress(claims)];
  return { said: { ...first, ...second }, more };
}

function withoutAddress({ email: _, email_verified: _verified, xms_edov: _domain, ...rest }: Known['said']) {
  return rest;
}

/** A test shows all; else where the domain matters, who is new has no address (`unknown-users`), or a mapped claim is missing. */
async function asksMore(
  tools: Tools,
  { request: { purpose, tenantId }, row }: Begun,
  { claims, subject }: Identified,
): Promise<boolean> {
  if (purpose === 'test' || (hasDomainRules(row) && !('email' in claims))) return true;
  if (purpose !== 'signIn') return false;
  const { linked, mapped } = await tools.db.reading(tenantId, async (tx) => ({
    linked: await findLinked(tx, { connection: row.uuid, subject }),
    mapped: await findMapping(tx, row.uuid),
  }));
  if (linked === null && !('email' in claims)) return true;
  const joins = linked === null && row.jit_provisioning;
  const wanted = joins || (linked !== null && mapped?.every_sign_in) ? claimsOfMapping(mapped) : [];
  return wanted.some((claim) => !(claim in claims));
}

/** Does what the request was made for. Answers with what a sign-in or a registration goes on. Throws `Refused`. */
async function actOn(
  tools: Tools,
  tx: Tx,
  { request, row, identified, signedIn }: Begun & { identified: Known; signedIn: SignedIn | null },
  arriving: Arriving,
): Promise<Pick<Arrival, 'exchangeCode' | 'goOn'>> {
  const { client, now, browserSecret } = arriving;
  const { tenantId, purpose, userUuid } = request;
  const subject = { connection: row.uuid, subject: identified.subject };
  if (purpose === 'test') {
    await refuseEndedTest(tx, request, await holdConnection(tx, row.op_id), now);
    await noteTested(tx, row.uuid, now);
    await noteTest(tx, row.uuid, saidByClaims(identified.said), now);
    await learn(tools, tx, { request, row }, identified.directoryId, { client, now });
    return {};
  }
  if (!(await holdEnabled(tx, row.uuid))) throw new Refused('disabled');
  if (purpose === 'connect') {
    if (signedIn?.tenantId !== tenantId || signedIn.user_uuid !== userUuid) throw new Refused('session_gone');
    const account = { tenantId, userUuid: signedIn.user_uuid, opId: row.op_id, displayName: row.display_name };
    const how = { client, now, action: `GET ${CALLBACK}` };
    if (!(await connect(tools, tx, account, subject, how))) throw new Refused('session_gone');
    return {};
  }
  const loginType = row.kind as OpenidKind;
  const { authenticatedAt } = identified;
  if (purpose === 'register') {
    const { registration } = request;
    const answered = { tenantId, registration, subject, loginType, authenticatedAt, providerSession: null };
    return { goOn: await holdAnswer(tx, answered, browserSecret, now) };
  }
  if (userUuid !== null || browserSecret === null) throw new Error('a sign-in began with a user');
  const known = await findLinked(tx, subject);
  const linked = known ?? (await join(tools, tx, row, identified, { client, now }));
  const how = { client, now, action: `GET ${CALLBACK}` };
  if (known !== null) {
    const user = { tenantId, connection: row.uuid, provider: providerOf(row), userUuid: known };
    await followMapping(tools, tx, user, toldOf(identified), how);
  }
  const vouched = { tenantId, userUuid: linked, connection: row.uuid, loginType, authenticatedAt };
  return { exchangeCode: await issueFederatedCode(tx, vouched, browserSecret, now) };
}

/** The first directory that an administrator's own test shows is from then on the one whose users may sign in. */
async function learn(
  tools: Tools,
  tx: Tx,
  { request: { tenantId, userUuid, setupLink }, row }: Begun,
  directoryId: string | null,
  { client, now }: { client: ClientInfo; now: Date },
): Promise<void> {
  if (directoryId === null || setupLink !== null || userUuid === null) return;
  const by = await tx.selectFrom('users').select('user_id').where('uuid', '=', userUuid).executeTakeFirst();
  if (!by || !(await learnDirectory(tx, row.uuid, directoryId))) return;
  await happen(tools, tx, {
    ...{ tenantId, at: now, operation: 'update', action: `GET ${CALLBACK}`, type: 'openidConnection.changed', client },
    ...{ actor: personActor(userUuid, by.user_id), targetId: row.op_id },
    changes: { directoryIds: { before: [], after: [directoryId] } },
  });
}

type SignedIn = { tenantId: string; user_uuid: string };

const toldOf = ({ said, isWhole }: Known) => ({ said: saidByClaims(said), isUntold: untoldOf(said, isWhole) });

/** Adds the person, where the connection does; the tenant has to be active, as for every sign-in. */
async function join(
  tools: Tools,
  tx: Tx,
  row: ConnectionRow,
  known: Known,
  { client, now }: { client: ClientInfo; now: Date },
): Promise<string> {
  const { said, subject } = known;
  if (!row.jit_provisioning) throw new Refused('not_linked', { subject });
  const tenant = await tx.selectFrom('tenants').select('status').executeTakeFirst();
  if (tenant?.status !== 'active') throw new Refused('not_linked', { subject });
  if (!(await isOpenTo(tx, providerOf(row)))) throw new Refused('way_closed', { subject });
  const who = { tenantId: row.tenant_id, subject: { connection: row.uuid, subject }, displayName: row.display_name };
  return provision(tools, tx, who, claimsOf(said), toldOf(known), { client, now, action: `GET ${CALLBACK}` });
}

function asRefused(error: unknown): Refused {
  if (error instanceof Refused) return error;
  if (isFailure(error) && error.id === 'other_idp_account_federated') return new Refused('linked_to_another');
  if (isFailure(error) && error.id === 'duplicated_params_loginMailAddress') return new Refused('address_taken');
  if (violates(error, 'other_idp_account_federated')) return new Refused('linked_to_another');
  if (violates(error, 'duplicated_params_loginMailAddress')) return new Refused('address_taken');
  if (violates(error, 'over_user_limit')) return new Refused('no_room');
  throw error;
}

/** What the person is told: what they can do about it, and nothing of the connection's settings. */
const told: Partial<Record<OpenidCause, ErrorId>> = {
  disabled: 'domain_not_exists',
  provider_refused: 'op_access_denied',
  session_gone: 'login_expired',
  linked_to_another: 'other_idp_account_federated',
  address_taken: 'other_idp_account_federated',
  not_linked: 'rp_account_not_federated',
  way_closed: 'domain_not_exists',
  address_missing: 'op_account_absent_mail',
  address_invalid: 'op_account_invalid_mail',
  address_unverified: 'op_account_invalid_mail',
  domain_not_allowed: 'domain_unavailable',
  no_room: 'exceeded_user_limit',
};
const errorOf = (cause: OpenidCause): ErrorId => told[cause] ?? 'rp_setting_invalid';

import { createHash } from 'node:crypto';
import { errors, type JWTPayload, type JWTVerifyGetKey, jwtVerify } from 'jose';
import { MAX_SUBJECT_LENGTH, type OpenidCause } from '#contract/federation/openid-values.ts';
import { equalSecrets } from '../../platform/crypto/secret.ts';

/** Signatures that are accepted: never `none`, never one made with the client's secret. */
const ALGORITHMS = ['RS256', 'RS384', 'RS512', 'PS256', 'PS384', 'PS512', 'ES256', 'ES384', 'ES512', 'EdDSA'];
/** Seconds by which clocks may differ. */
const SKEW = 60;

/** What a connection expects of an ID token. */
export interface Expected {
  kind: 'oidc' | 'office365';
  /** As configured; Entra ID's for many directories names `organizations` where a token names its directory. */
  issuer: string;
  clientId: string;
  nonce: string;
  now: Date;
}

/** What a verified ID token says. */
export interface Identified {
  /** Never given to another by this issuer. */
  subject: string;
  /** Entra ID: the directory. */
  directoryId: string | null;
  authenticatedAt: Date | null;
  claims: JWTPayload;
  /** cybozu.com: a record that was added to find out who it is, and could not be deleted. */
  leftRecord?: string;
}

/** A check that failed, with values that help to mend it. */
export class Refused extends Error {
  readonly why: OpenidCause;
  readonly detail: Readonly<Record<string, string | undefined>>;

  constructor(why: OpenidCause, detail: Readonly<Record<string, string | undefined>> = {}) {
    super(why);
    this.why = why;
    this.detail = detail;
  }
}

/**
 * Verifies an ID token (OpenID Connect Core section 3.1.3.7): signature by one of the provider's keys, issuer, audience,
 * `azp`, times, nonce, `at_hash`, subject. Throws `Refused` with the first check that fails.
 */
export async function verifyIdToken(
  token: string,
  keys: JWTVerifyGetKey,
  expected: Expected,
  accessToken: string | undefined,
): Promise<Identified> {
  const { payload, protectedHeader } = await jwtVerify(token, keys, {
    algorithms: ALGORITHMS,
    clockTolerance: SKEW,
    currentDate: expected.now,
  }).catch(refuse);
  refuseWrong(payload, expected);
  if (typeof payload.at_hash === 'string' && accessToken !== undefined)
    if (!equalSecrets(payload.at_hash, halfHash(accessToken, protectedHeader.alg)))
      throw new Refused('id_token_at_hash');
  const { auth_time: authTime } = payload;
  const isTime =
    typeof authTime === 'number' && authTime > 0 && authTime * 1000 <= expected.now.getTime() + SKEW * 1000;
  return {
    ...whoIs(payload, expected),
    authenticatedAt: isTime ? new Date(Math.min(authTime * 1000, expected.now.getTime())) : null,
    claims: payload,
  };
}

function refuse(error: unknown): never {
  if (error instanceof Refused) throw error;
  if (error instanceof errors.JOSEAlgNotAllowed) throw new Refused('id_token_algorithm');
  if (error instanceof errors.JWTExpired) throw new Refused('id_token_expired', { exp: String(error.payload.exp) });
  if (error instanceof errors.JWTClaimValidationFailed && error.claim === 'nbf')
    throw new Refused('id_token_not_yet', { nbf: String(error.payload.nbf) });
  const isUnsigned = [
    errors.JWSSignatureVerificationFailed,
    errors.JWKSNoMatchingKey,
    errors.JWKSMultipleMatchingKeys,
  ].some((kind) => error instanceof kind);
  throw new Refused(isUnsigned ? 'id_token_signature' : 'id_token_malformed');
}

function refuseWrong(payload: JWTPayload, { kind, issuer, clientId, nonce, now }: Expected): void {
  const { iss, aud, exp, iat } = payload;
  const wanted = kind === 'office365' ? issuerOfDirectory(issuer, payload.tid) : issuer;
  if (typeof iss !== 'string' || iss !== wanted)
    throw new Refused('id_token_issuer', { expected: wanted ?? issuer, received: String(iss) });
  const audiences = Array.isArray(aud) ? aud : [aud];
  if (!audiences.includes(clientId))
    throw new Refused('id_token_audience', { expected: clientId, received: audiences.join(' ') });
  // Several audiences name the one it was made for; one that is named has to be us.
  const isOurs = payload.azp === undefined ? audiences.length === 1 : payload.azp === clientId;
  if (!isOurs) throw new Refused('id_token_azp', { expected: clientId, received: String(payload.azp) });
  if (typeof exp !== 'number' || typeof iat !== 'number') throw new Refused('id_token_malformed');
  if (iat > now.getTime() / 1000 + SKEW) throw new Refused('id_token_not_yet', { iat: String(iat) });
  if (typeof payload.nonce !== 'string' || !equalSecrets(payload.nonce, nonce)) throw new Refused('id_token_nonce');
}

const isDirectory = (value: unknown): value is string => typeof value === 'string' && /^[0-9a-f-]{36}$/i.test(value);

/** Entra ID issues under the directory of the account, which the token names as well (`tid`). */
function issuerOfDirectory(issuer: string, directory: unknown): string | undefined {
  return isDirectory(directory) ? issuer.replace(/\/(organizations|common)(?=\/|$)/, `/${directory}`) : undefined;
}

/** Of Entra ID neither `email`, `upn` nor `preferred_username`, which strangers set in their own directories. */
function whoIs({ sub, tid, oid }: JWTPayload, { kind }: Expected): Pick<Identified, 'subject' | 'directoryId'> {
  if (kind === 'oidc') {
    if (
      typeof sub !== 'string' ||
      sub === '' ||
      sub.length > MAX_SUBJECT_LENGTH ||
      /\p{Cc}/u.test(sub) ||
      !sub.isWellFormed()
    )
      throw new Refused('id_token_subject');
    return { subject: sub, directoryId: null };
  }
  if (!isDirectory(tid) || !isDirectory(oid)) throw new Refused('id_token_subject');
  const directoryId = tid.toLowerCase();
  return { subject: `${directoryId}.${oid.toLowerCase()}`, directoryId };
}

/** `at_hash`: the left half of the hash that the signature uses (section 3.1.3.6); EdDSA with Ed25519 uses SHA-512. */
function halfHash(accessToken: string, algorithm: string): string {
  const bits = algorithm === 'EdDSA' ? '512' : algorithm.slice(2);
  const whole = createHash(`sha${bits}`).update(accessToken, 'ascii').digest();
  return whole.subarray(0, whole.length / 2).toString('base64url');
}

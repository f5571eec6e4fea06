import { DEVICE_TOKEN_SECONDS, PERSON_AT_DEVICE_SECONDS } from '#contract/limits.ts';
import { createTokenSigner, type TokenSigner } from '../../platform/crypto/signed-token.ts';
import type { AccessTokenClaims } from '../../platform/http/known-accounts.ts';
import type { Tools } from '../../platform/tools.ts';

/** Subject of a device token: one device, while its family of secrets is valid. */
export interface DeviceClaims {
  tenantId: string;
  deviceUuid: string;
  /** The hash of the family, base64url. */
  family: string;
  /** Milliseconds, as below. */
  expiresAt: number;
}

/** Subject of a user's token at a device: the session there. */
export interface PersonClaims {
  tenantId: string;
  deviceUuid: string;
  deviceId: string;
  uuid: string;
  sessionId: string;
  issuedAt: number;
  expiresAt: number;
}

/** Client ID of calls by users at devices. */
const CLIENT = 'device';
/** Never administrator rights: a card is lost too easily. */
const SCOPES = ['portal:user:admin'];

const personSigner = (masterKeys: readonly Buffer[]) => createTokenSigner<PersonClaims>(masterKeys, 'person');

interface Signers {
  device: TokenSigner<DeviceClaims>;
  person: TokenSigner<PersonClaims>;
}
const made = new WeakMap<readonly Buffer[], Signers>();

function signersOf({ masterKeys }: Tools): Signers {
  const known = made.get(masterKeys);
  if (known) return known;
  const signers = {
    device: createTokenSigner<DeviceClaims>(masterKeys, 'device'),
    person: personSigner(masterKeys),
  };
  made.set(masterKeys, signers);
  return signers;
}

/** Issues a token for a device that sent its secret, valid for ten minutes. */
export function issueDeviceToken(tools: Tools, claims: Omit<DeviceClaims, 'expiresAt'>, now: Date): string {
  const expiresAt = now.getTime() + DEVICE_TOKEN_SECONDS * 1000;
  return signersOf(tools).device.sign({ ...claims, expiresAt });
}

/** Claims of an unexpired device token, otherwise null. Does not check whether the device is still valid. */
export function readDeviceToken(tools: Tools, token: string, now: Date): DeviceClaims | null {
  const claims = signersOf(tools).device.read(token);
  return claims && claims.expiresAt > now.getTime() ? claims : null;
}

/** Issues a token after a completed sign-in at a device: valid while the session is, at most half an hour. */
export function issuePersonToken(
  tools: Tools,
  claims: Omit<PersonClaims, 'issuedAt' | 'expiresAt'>,
  now: Date,
): string {
  const issuedAt = now.getTime();
  return signersOf(tools).person.sign({ ...claims, issuedAt, expiresAt: issuedAt + PERSON_AT_DEVICE_SECONDS * 1000 });
}

/**
 * Reads tokens of users at devices into the claims of a call. Whether account and session are valid is checked by
 * `session.ts`.
 */
export function createPersonTokenReader(masterKeys: readonly Buffer[], clock: () => Date) {
  const signer = personSigner(masterKeys);
  return (token: string): AccessTokenClaims | null => {
    const claims = signer.read(token);
    if (!claims || claims.expiresAt <= clock().getTime()) return null;
    return {
      tenantId: claims.tenantId,
      uuid: claims.uuid,
      sessionId: claims.sessionId,
      clientId: CLIENT,
      scopes: SCOPES,
      grantHash: null,
      device: { uuid: claims.deviceUuid, deviceId: claims.deviceId },
      issuedAt: new Date(claims.issuedAt),
      expiresAt: new Date(claims.expiresAt),
    };
  };
}

import { expect, test } from 'vitest';
import type { ProofMethod } from '#contract/sign-in/proofs.ts';
import { nextProof } from './step-up.ts';

const acr = (name: string) => (name === 'unknown' ? name : `urn:portico:acr:${name}`);
const has = { totpEnabled: true, mfaOffered: true };
const none = { totpEnabled: false, mfaOffered: true };
const off = { totpEnabled: true, mfaOffered: false };

type Row = [wanted: string, asked: string, proofs: string, user: typeof has, returned?: 'returned'];
test.each([
  // Nothing asked, or what the session has.
  ['met', '', 'password', none],
  ['met', 'password', 'password', none],
  ['met', 'mfa', 'password totp', has],
  ['met', 'mfa', 'federated totp', has],
  ['met', 'mfa password', 'password', none],
  ['met', 'provider', 'federated', none],
  ['met', 'app', 'password recoveryCode', has],
  // A code alone is no MFA.
  ['prove', 'mfa', 'totp', has],
  ['prove', 'mfa', 'password', has],
  ['prove', 'app', 'password', has],
  ['prove', 'app', 'federated', has],
  ['setUp', 'mfa', 'password', none],
  ['setUp', 'app', 'federated', none],
  // The app asks for MFA whatever the request asks for.
  ['prove', 'app password', 'password', has],
  ['met', 'app password', 'password totp', has],
  // Another way of signing in.
  ['signIn', 'password', 'federated', has],
  ['signIn', 'provider', 'password', has],
  ['prove', 'provider mfa', 'password', has],
  ['signIn', 'provider mfa', 'password', off],
  // What cannot be had.
  ['mfaOff', 'mfa', 'password', off],
  ['mfaOff', 'app', 'password', off],
  ['mfaOff', 'app', 'password', off, 'returned'],
  ['mfaOff', 'app provider', 'password', off],
  ['unmet', 'provider mfa', 'password', off, 'returned'],
  ['unmet', 'mfa', 'password', has, 'returned'],
  ['unmet', 'mfa', 'password', none, 'returned'],
  ['unmet', 'app', 'password', none, 'returned'],
  ['unmet', 'provider', 'password', none, 'returned'],
  ['met', 'mfa', 'password totp', has, 'returned'],
  // Of values that we do not know only an essential claim is refused (OpenID Connect Core 5.5.1.1).
  ['met', 'unknown', 'password', none],
  ['met', 'unknown password', 'password', none],
  ['prove', 'unknown mfa', 'password', has],
  ['unmet', 'essential unknown', 'password', none],
  ['prove', 'essential unknown mfa', 'password', has],
  ['met', 'essential mfa', 'password totp', has],
] as Row[])('%s: asked "%s" of "%s" %j %s', (wanted, asked, proofs, user, returned) => {
  const words = asked.split(' ').filter(Boolean);
  const values = words.filter((word) => word !== 'app' && word !== 'essential').map(acr);
  const needed = { values, essential: words.includes('essential'), mfa: words.includes('app') };
  const standing = { ...user, proofs: proofs.split(' ') as ProofMethod[] };
  expect(nextProof(needed, standing, returned !== undefined)).toBe(wanted);
});

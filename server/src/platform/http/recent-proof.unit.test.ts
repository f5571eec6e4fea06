import { describe, expect, test } from 'vitest';
import { isFailure } from '#contract/errors.ts';
import { securityPolicy } from '#contract/security-policy.ts';
import type { ProofMethod } from '#contract/sign-in/proofs.ts';
import { PORTAL_CLIENT } from '#contract/principals.ts';
import { hasRecentProof, isPortal, type ProofState, requirePortal, requireRecentProof } from './recent-proof.ts';
import type { Caller } from './session.ts';

const now = new Date('2026-05-01T12:00:00Z');
const minutesAgo = (minutes: number) => new Date(now.getTime() - minutes * 60_000);
const state: ProofState = {
  sessionId: 's',
  provedAt: minutesAgo(5),
  proofs: ['password'],
  totpEnabled: false,
  minutes: 15,
};

test.each<[string, Partial<ProofState>, boolean]>([
  ['a password five minutes ago', {}, true],
  ['a password just under fifteen minutes ago', { provedAt: minutesAgo(14.99) }, true],
  ['a password fifteen minutes ago', { provedAt: minutesAgo(15) }, false],
  ['a password five minutes ago where four count', { minutes: 4 }, false],
  ['a password an hour ago where two count', { minutes: 120, provedAt: minutesAgo(60) }, true],
  ['no second factor though there is one', { totpEnabled: true }, false],
  ['the second factor too', { totpEnabled: true, proofs: ['password', 'totp'] }, true],
  ['a recovery code instead of it', { totpEnabled: true, proofs: ['password', 'recoveryCode'] }, true],
  ['the second factor, long ago', { totpEnabled: true, proofs: ['totp'], provedAt: minutesAgo(60) }, false],
  ['a ticket', { proofs: ['ticket'] }, true],
  ['a grant without a session', { sessionId: null }, false],
  ['a session that is gone', { provedAt: null }, false],
])('%s: %j', (_, given, expected) => {
  expect(hasRecentProof({ ...state, ...given }, now)).toBe(expected);
});

/** A portal user who signed in by password five minutes ago, with the given changes. */
function callerWith({
  clientId = PORTAL_CLIENT,
  sessionId = 's',
  ...state
}: { clientId?: string; sessionId?: string | null; provedAt?: Date; proofs?: null | ProofMethod[] } & {
  totpEnabled?: boolean;
  mfa?: boolean;
}): Caller {
  const policy = securityPolicy.parse({ loginPolicy: { mfa: { enabled: state.mfa ?? true } } });
  const { provedAt = minutesAgo(5), proofs = ['password'], totpEnabled = false } = state;
  const account = { session_proofs: proofs, totp_enabled: totpEnabled, policy };
  return { client: clientId, sessionId, provedAt, account } as unknown as Caller;
}

function refusalOf(work: () => void): string | null {
  try {
    work();
  } catch (error) {
    for (const id of ['forbidden', 'reauthentication_required'] as const) if (isFailure(error, id)) return id;
    throw error;
  }
  return null;
}

describe('a sensitive act', () => {
  test.each<[string, Parameters<typeof callerWith>[0], string | null]>([
    ['of the portal, soon after a password', {}, null],
    ['of the portal, long after it', { provedAt: minutesAgo(60) }, 'reauthentication_required'],
    ['of another client in the same session', { clientId: 'demo.another-client' }, 'forbidden'],
    ['of the portal outside any session', { sessionId: null }, 'forbidden'],
    ['of another client outside any session', { clientId: 'demo.another-client', sessionId: null }, 'forbidden'],
    ['without the second factor there is', { totpEnabled: true }, 'reauthentication_required'],
    ['in a session that knows no proofs', { totpEnabled: true, proofs: null }, 'reauthentication_required'],
    ['with the second factor there is', { totpEnabled: true, proofs: ['password', 'totp'] }, null],
    ['where the tenant has no second factors any more', { totpEnabled: true, mfa: false }, null],
  ])('%s', (_, given, expected) => {
    const caller = callerWith(given);
    expect(refusalOf(() => requireRecentProof(caller, now))).toBe(expected);
    // Whether it is the portal does not depend on the proof.
    expect(isPortal(caller)).toBe(expected !== 'forbidden');
    expect(refusalOf(() => requirePortal(caller))).toBe(expected === 'forbidden' ? 'forbidden' : null);
  });
});

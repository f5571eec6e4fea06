import { expect, test } from 'vitest';
import { hasRecentProof, type ProofState } from './recent-proof.ts';

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

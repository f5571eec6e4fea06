import { describe, expect, it } from 'vitest';
import { loginPolicyRules } from '#contract/login-policy-rules.ts';
import { securityPolicy } from '#contract/security-policy.ts';
import { toPolicy } from '../policy/draft.ts';
import { offerWays, possibleWays, switchCards, switchPins } from './device-ways.ts';

type Given = Parameters<typeof securityPolicy.parse>[0];
const policyOf = (loginPolicy: Given) => securityPolicy.parse({ loginPolicy }).loginPolicy;
const usesPins = {
  defaultMfpLoginType: 'userCode',
  onpremiseId: { cardLoginFactor: 'userCode', cardLoginMode: 'cardAndUserCode' },
};

/** What the page would show as wrong after these edits. */
function mistakesAfter(given: object, edits: Parameters<typeof toPolicy>[0]) {
  const before = policyOf(given);
  const { loginPolicy = {} } = toPolicy(edits) as { loginPolicy?: Record<string, object> };
  const merged: Record<string, unknown> = { ...before };
  for (const [name, value] of Object.entries(loginPolicy)) {
    const plain = typeof value !== 'object' || Array.isArray(value);
    merged[name] = plain ? value : { ...(merged[name] as object), ...value };
  }
  return loginPolicyRules.filter((rule) => rule.contradicts(policyOf(merged), { users: 1 }));
}

describe('what devices offer', () => {
  it.each([
    [{}, ['loginMailAddress', 'userId', 'userCode', 'card']],
    [{ userCode: { enabled: false } }, ['loginMailAddress', 'userId', 'card']],
    [{ onpremiseId: { enabled: false } }, ['loginMailAddress', 'userId', 'userCode']],
  ])('%j: %j can be chosen', (given, ways) => expect(possibleWays(policyOf(given))).toEqual(ways));

  it('the first way stays while it is offered, else the first that is left takes its place', () => {
    const policy = policyOf({ defaultMfpLoginType: 'card' });
    expect(offerWays(policy, ['userId', 'card'])['loginPolicy.defaultMfpLoginType']).toBe('card');
    expect(offerWays(policy, ['userId'])['loginPolicy.defaultMfpLoginType']).toBe('userId');
    expect(offerWays(policy, [])['loginPolicy.defaultMfpLoginType']).toBe('card');
  });
});

describe('turning off what other fields need leaves no contradiction', () => {
  it.each([
    ['PINs', {}, switchPins],
    ['PINs that everything hangs on', usesPins, switchPins],
    ['PINs as the only way', { mfpLoginTypeOption: ['userCode'], defaultMfpLoginType: 'userCode' }, switchPins],
    ['cards', {}, switchCards],
    ['cards as the only way', { mfpLoginTypeOption: ['card'], defaultMfpLoginType: 'card' }, switchCards],
  ])('%s', (_, given, turn) => {
    expect(mistakesAfter(given, {})).toEqual([]);
    expect(mistakesAfter(given, turn(policyOf(given), false))).toEqual([]);
  });
});

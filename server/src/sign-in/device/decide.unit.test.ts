import { describe, expect, it } from 'vitest';
import type { AskedAtDevice } from '#contract/sign-in/device-sign-in.ts';
import { loginPolicy } from '#contract/login-policy.ts';
import type { DeviceLoginType } from '#contract/login-policy-values.ts';
import { loginTypeOf, misfitOf, waysOf } from './decide.ts';

const onpremise = (cardLoginFactor: string, cardLoginMode: string) =>
  loginPolicy.parse({ mfpLoginTypeOption: ['card'], onpremiseId: { cardLoginFactor, cardLoginMode } });

it.each<[string, string, AskedAtDevice[], string]>([
  ['card', 'card', ['card'], 'card'],
  ['card', 'cardAndUserCode', ['card', 'userCode'], 'cardAndUserCode'],
  ['card', 'cardAndPassword', ['card', 'password'], 'cardAndPassword'],
  ['userCode', 'card', ['userCode'], 'userCode'],
  ['userCode', 'cardAndUserCode', ['userCode'], 'userCode'],
  ['userCode', 'cardAndPassword', ['userCode', 'password'], 'userCodeAndPassword'],
])('beginning with %s in mode %s asks for %j: %s', (factor, mode, asks, loginType) => {
  expect(waysOf(onpremise(factor, mode)).ways).toEqual([{ way: 'card', asks }]);
  expect(loginTypeOf('card', asks)).toBe(loginType);
});

it.each<[DeviceLoginType, AskedAtDevice[]]>([
  ['userCode', ['userCode']],
  ['userId', ['userId', 'password']],
  ['loginMailAddress', ['loginMailAddress', 'password']],
])('%s asks for %j', (way, asks) => {
  const policy = loginPolicy.parse({ mfpLoginTypeOption: [way], defaultMfpLoginType: way });
  expect(waysOf(policy)).toEqual({ first: way, ways: [{ way, asks }] });
  expect(loginTypeOf(way, asks)).toBe(way);
});

describe('the ways offered', () => {
  it.each<[string, unknown, DeviceLoginType | null, DeviceLoginType[]]>([
    ['by default', {}, 'userId', ['loginMailAddress', 'userId', 'userCode', 'card']],
    ['in the order of the tenant', { mfpLoginTypeOption: ['card', 'userId'] }, 'userId', ['card', 'userId']],
    ['without PINs', { userCode: { enabled: false } }, 'userId', ['loginMailAddress', 'userId', 'card']],
    [
      'without PINs, though a card needs one',
      { userCode: { enabled: false }, onpremiseId: { cardLoginMode: 'cardAndUserCode' } },
      'userId',
      ['loginMailAddress', 'userId'],
    ],
    ['without cards', { onpremiseId: { enabled: false } }, 'userId', ['loginMailAddress', 'userId', 'userCode']],
    ['the first of them where the first is gone', { mfpLoginTypeOption: ['card'] }, 'card', ['card']],
    ['none', { mfpLoginTypeOption: ['card'], onpremiseId: { enabled: false } }, null, []],
  ])('%s', (_, given, first, ways) => {
    const offered = waysOf(loginPolicy.parse(given));
    expect([offered.first, offered.ways.map(({ way }) => way)]).toEqual([first, ways]);
  });
});

it.each<[Partial<Record<AskedAtDevice, string>>, AskedAtDevice[], AskedAtDevice | null]>([
  [{ card: 'A' }, ['card'], null],
  [{}, ['card'], 'card'],
  [{ card: 'A' }, ['card', 'userCode'], 'userCode'],
  [{ card: 'A', password: 'x' }, ['card'], 'password'],
  [{ userId: 'x', password: 'x' }, ['loginMailAddress', 'password'], 'userId'],
])('%j where %j is asked for: wrong is %s', (given, asks, misfit) => expect(misfitOf(given, asks)).toBe(misfit));

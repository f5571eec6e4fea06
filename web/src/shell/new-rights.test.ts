import { expect, test } from 'vitest';
import type { Me } from '#contract/sign-in/me.ts';
import { hasNewRights } from './new-rights.ts';

const user = ['me'] as Me['permissions'];
const administrator = ['me', 'users:read', 'users:write'] as Me['permissions'];
const both = ['openid', 'portal:user:admin', 'portal:powerUser:admin'];

test.each<[string, Me['permissions'], string[] | undefined, boolean]>([
  ['a user', user, ['portal:user:admin'], false],
  ['an administrator', administrator, both, false],
  ['one made an administrator since the sign-in', administrator, ['openid', 'portal:user:admin'], true],
  ['one who is an administrator no more', user, both, false],
  ['one whose tokens name no scopes', administrator, undefined, false],
])('%s', (_, permissions, scopes, wanted) => {
  expect(hasNewRights({ permissions }, scopes)).toBe(wanted);
});

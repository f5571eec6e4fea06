import { createHash } from 'node:crypto';
import { expect, it } from 'vitest';
import { newSecret } from '../../platform/crypto/secret.ts';
import { newUuid } from '../../platform/crypto/uuid.ts';
import { cleanEntry, cleanText } from './clean.ts';

const uuid = newUuid();
const jwt = `eyJhbGciOiJFUzI1NiJ9.${newSecret(60)}.${newSecret(64)}`;

it.each([
  ['https://portal.example/portal/login.html?url=%2Fa&code=abc#x', 'https://portal.example/portal/login.html'],
  ['/oauth-callback.html?code=abc&state=def', '/oauth-callback.html'],
  ['see /a?token=1 and /b#frag, please', 'see /a and /b please'],
  ['https://user:pass@portal.example/a', 'https://portal.example/a'],
  [`refused: Bearer ${jwt}`, 'refused: Bearer …'],
  [`the token ${jwt} has expired`, 'the token … has expired'],
  [`code demo.${newSecret()} is unknown`, 'code demo.… is unknown'],
  ['{"password": "violet harbour", "a": 1}', '{"password": …, "a": 1}'],
  ['errorCode: 404, temporary_code=x', 'errorCode: 404, temporary_code=…'],
  ['newPassword=abc; otp=123456', 'newPassword=…; otp=…'],
  ['card 4111111111111111 was refused', 'card … was refused'],
  [`/api/auth/tenants/demo/users/${uuid}`, `/api/auth/tenants/demo/users/${uuid}`],
  ['user 01a21436-3f5d-749a-87e7-494259677723 is gone', 'user 01a21436-3f5d-749a-87e7-494259677723 is gone'],
  ['card 01a21436-494259677723', 'card 01a21436-…'],
  ['getUserPermissionsOfAllUsersInTenant', 'getUserPermissionsOfAllUsersInTenant'],
  ['tenant-saml-idp-settings-page-2-of-3', 'tenant-saml-idp-settings-page-2-of-3'],
  ['Cannot read properties of undefined (reading "map")', 'Cannot read properties of undefined (reading "map")'],
  ['Why? Because.', 'Why? Because.'],
  ['パスワードが違います。', 'パスワードが違います。'],
])('keeps the harmless parts of %s', (given, kept) => expect(cleanText(given)).toBe(kept));

it('keeps nothing of a thousand random codes', () => {
  const codes = Array.from({ length: 1000 }, (_, n) => createHash('sha256').update(`${n}`).digest('base64url'));
  expect(codes.filter((code) => cleanText(`x ${code} y`).includes(code.slice(0, 12)))).toEqual([]);
});

it('takes the user from the token, not from the entry', () => {
  const entry = { tenantId: 'demo', userId: 'taro', uuid, userAction: 'click', targetIds: [newSecret(), 'group-a'] };
  expect(cleanEntry(entry, false)).toEqual({ userAction: 'click', targetIds: ['…', 'group-a'] });
  expect(cleanEntry(entry, true)).toMatchObject({ tenantId: 'demo', userId: 'taro', uuid });
});

it('removes the query of an address even if the path is not one', () => {
  expect(cleanEntry({ apiUrl: 'me?temporaryCode=abc', appUrl: 'x#y' }, true)).toEqual({ apiUrl: 'me', appUrl: 'x' });
});

it.each([
  ['/', ''],
  ['a://', ''],
  ['x.y+', '://'],
  ['?/', ''],
  ['token ', ''],
  ["token='", ''],
  ['"password":', ' '],
  ['secret_-', ''],
  ['Bearer ', ' '],
  ['a1', '.'],
  ['@/:', '?'],
])('takes linear time for repeated %j', (piece, end) => {
  const timeOf = (length: number) => {
    const text = piece.repeat(length / piece.length) + end;
    const begun = performance.now();
    cleanText(text);
    return performance.now() - begun;
  };
  timeOf(64_000);
  const least = Math.min(timeOf(256_000), timeOf(256_000), timeOf(256_000));
  // Backtracking from each position would take minutes: 16,000 slashes took two seconds.
  expect(least).toBeLessThan(1500);
});

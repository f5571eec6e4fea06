import { expect, it } from 'vitest';
import { apiError } from '../../api/api-error.ts';
import { reactionTo } from './reaction.ts';
import { settingTarget } from './setting-target.ts';

it.each([
  ['relayState=/portal/a&state=/portal/b&url=/portal/c', '/portal/a'],
  ['state=/portal/b&url=/portal/c', '/portal/b'],
  ['url=/portal/c', '/portal/c'],
  ['relayState=opaque&state=%2F%2Fevil.example&url=/portal/c', '/portal/c'],
  ['relayState=https://evil.example/&url=javascript:alert(1)', undefined],
  ['url=/logout.html', undefined],
  ['', undefined],
])('settingTarget(%s)', (query, wanted) => expect(settingTarget(new URLSearchParams(query))).toBe(wanted));

it.each([
  ['wrong_otp', 400, 'wrongOtp'],
  ['already_activated_secret_key', 409, 'alreadyConfigured'],
  ['exceeded_totps', 409, 'leave'],
  ['mfa_not_available', 409, 'leave'],
  ['reauthentication_required', 403, 'reauthenticate'],
  ['totp_not_exist', 404, 'processFailed'],
  ['service_unavailable', 503, 'processFailed'],
] as const)('reactionTo %s', (id, status, wanted) =>
  expect(reactionTo(apiError(status, [{ message_id: id, message: '' }], 'r'))).toBe(wanted),
);

it('a cancelled call asks for nothing', () => expect(reactionTo(apiError(499, [], 'r'))).toBe('nothing'));
it('what is no answer at all is a failed process', () => expect(reactionTo(new TypeError('x'))).toBe('processFailed'));

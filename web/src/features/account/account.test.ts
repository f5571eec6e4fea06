import { describe, expect, test } from 'vitest';
import type { Me } from '#contract/sign-in/me.ts';
import { fieldMistakes } from '../../base/failure.ts';
import { apiError } from '../../api/api-error.ts';
import { withAddress } from '../../base/mail-addresses/addresses.ts';
import { changesOf, type Draft, draftOf, nameMistake, reduceDraft } from './basic-settings/draft.ts';
import {
  emptyForm,
  fieldOfError,
  isComplete,
  ownMistake,
  reducePassword,
  type PasswordField,
} from './change-password/form.ts';
import { typesWithRoom } from './device-login/card-room.ts';
import { groupAddress, historyAddress } from './list-search.ts';
import { canDisown } from './login-history/can-disown.ts';
import { historyBody } from './queries.ts';
import { readUserAgent } from '#contract/user-agent.ts';

const me = {
  familyName: '山田',
  givenName: '太郎',
  locale: 'ja',
  timezone: null,
  mailAddresses: ['a@example.com', 'b@example.com'],
} as unknown as Me;
const saved = draftOf(me);

describe('basic settings', () => {
  const draftAfter = (...events: Parameters<typeof reduceDraft>[1][]): Draft => events.reduce(reduceDraft, saved);
  const lessFirst = { type: 'setAddresses', boxes: saved.mailAddresses.slice(1) } as const;

  test.each<[string, Draft, object]>([
    ['nothing', saved, {}],
    ['a name, trimmed', draftAfter({ type: 'set', field: 'givenName', value: ' 次郎 ' }), { givenName: '次郎' }],
    ['a name and back', draftAfter({ type: 'set', field: 'givenName', value: ' 太郎 ' }), {}],
    ['the tenant’s language', draftAfter({ type: 'set', field: 'locale', value: '' }), { locale: null }],
    ['a time zone', draftAfter({ type: 'set', field: 'timezone', value: 'Asia/Tokyo' }), { timezone: 'Asia/Tokyo' }],
    ['an empty box is no address', draftAfter({ type: 'setAddresses', boxes: withAddress(saved.mailAddresses) }), {}],
    [
      'one more address',
      draftAfter({ type: 'setAddresses', boxes: [...saved.mailAddresses, { key: 2, value: 'c@example.com ' }] }),
      { mailAddresses: ['a@example.com', 'b@example.com', 'c@example.com'] },
    ],
    ['one address less', draftAfter(lessFirst), { mailAddresses: ['b@example.com'] }],
    ['reset', draftAfter(lessFirst, { type: 'reset', me }), {}],
  ])('sends only what changed: %s', (_, draft, changes) => {
    expect(changesOf(saved, draft)).toEqual(changes);
  });

  test('undoing sends what was there before', () => {
    const draft = draftAfter(
      { type: 'set', field: 'timezone', value: 'Asia/Tokyo' },
      { type: 'setAddresses', boxes: saved.mailAddresses.slice(0, 1) },
    );
    expect(changesOf(draft, saved)).toEqual({ timezone: null, mailAddresses: ['a@example.com', 'b@example.com'] });
  });

  test.each([
    ['', undefined],
    ['n'.repeat(128), undefined],
    ['n'.repeat(129), 'tooLong'],
    ['Taro\u200b', 'unseen'],
  ])('the name %s', (value, mistake) => {
    expect(nameMistake(value)).toBe(mistake);
  });
});

describe('change password', () => {
  const policy = { minLength: 8, minUppercase: 1, minSpecial: 0, minNumeric: 0, history: 0 };
  const typed = { currentPassword: 'Old-secret', newPassword: 'New-secret', confirmation: 'New-secret' };

  test.each<[PasswordField, string, string | undefined]>([
    ['currentPassword', 'x', undefined],
    ['newPassword', 'short', 'policy'],
    ['newPassword', 'no capitals here', 'policy'],
    ['newPassword', 'Old-secret', 'sameAsCurrent'],
    ['newPassword', 'New-secret', undefined],
    ['confirmation', 'New-secre', 'differs'],
    ['confirmation', 'New-secret', undefined],
  ])('%s %s: %s', (field, value, mistake) => {
    expect(ownMistake(field, value, typed, policy)).toBe(mistake);
  });

  test('what the server refused stays with its field until that changes', () => {
    const full = { typed, refused: {} };
    expect(isComplete(full, policy)).toBe(true);
    const refused = reducePassword(full, { type: 'refused', mistakes: { newPassword: 'history' } });
    expect(isComplete(refused, policy)).toBe(false);
    const other = reducePassword(refused, { type: 'typed', field: 'currentPassword', value: 'x' });
    expect(other.refused).toEqual({ newPassword: 'history' });
    const mended = reducePassword(refused, { type: 'typed', field: 'newPassword', value: 'Newer-secret' });
    expect(mended.refused).toEqual({});
    expect(reducePassword(mended, { type: 'emptied' })).toBe(emptyForm);
  });

  test('error ids find their fields; one that has none goes to the alert', () => {
    const refusal = (...ids: ('history' | 'wrong_currentPassword' | 'service_busy')[]) =>
      apiError(
        400,
        ids.map((message_id) => ({ message_id, message: '' })),
        'r',
      );
    expect(fieldMistakes(refusal('history'), fieldOfError)).toEqual({ newPassword: 'history' });
    expect(fieldMistakes(refusal('wrong_currentPassword'), fieldOfError)).toEqual({
      currentPassword: 'wrong_currentPassword',
    });
    expect(fieldMistakes(refusal('history', 'service_busy'), fieldOfError)).toBeUndefined();
    expect(fieldMistakes(new Error('x'), fieldOfError)).toBeUndefined();
  });
});

describe('addresses of lists', () => {
  test.each([
    [{}, {}],
    [{ page: 1, sort: 'name', order: 'ascending', count: 20 }, {}],
    [
      { page: '3', sort: 'groupId', order: 'descending', count: '50' },
      { page: 3, sort: 'groupId', order: 'descending', count: 50 },
    ],
    [{ page: -1, sort: 'drop', order: 'up', count: 7 }, {}],
    [{ page: 1.5 }, {}],
  ])('groups %j', (search, read) => {
    expect(groupAddress.read(search)).toEqual(read);
  });

  const custom = { period: 'custom', from: '2026/03/01 09:00:00', to: '2026/03/02 09:00:00' } as const;
  test.each([
    [{}, {}],
    [{ period: 'days35' }, {}],
    [{ period: 'days7', from: custom.from }, { period: 'days7' }],
    [custom, custom],
    [
      { ...custom, to: 'tomorrow' },
      { period: 'custom', from: custom.from },
    ],
    [{ cursor: 'abc_1' }, { cursor: 'abc_1' }],
    [{ cursor: 'a b' }, {}],
  ])('login history %j', (search, read) => {
    expect(historyAddress.read(search)).toEqual(read);
  });

  test('the ends of a period are meant in the person’s time zone', () => {
    expect(historyBody(custom, 'Asia/Tokyo')).toEqual({
      periodType: 'custom',
      fromDatetime: '2026-03-01T00:00:00.000Z',
      toDatetime: '2026-03-02T00:00:00.000Z',
      count: 20,
    });
    expect(historyBody({ period: 'custom', from: custom.from }, 'Asia/Tokyo')).toEqual({
      periodType: 'days35',
      count: 20,
    });
  });
});

describe('sessions and history', () => {
  const safari =
    'Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/19.0 Mobile/15E148 Safari/604.1';
  const edge =
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36 Edg/140.0.0.0';
  const firefox = 'Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0';
  const android =
    'Mozilla/5.0 (Linux; Android 16; Pixel 9) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Mobile Safari/537.36';
  test.each([
    [safari, 'Safari', 'iPhone', true],
    [edge, 'Edge', 'Windows', false],
    [firefox, 'Firefox', 'Linux', false],
    [android, 'Chrome', 'Android', true],
    ['curl/8.0', undefined, undefined, false],
    ['', undefined, undefined, false],
  ])('%s', (userAgent, browser, system, mobile) => {
    expect(readUserAgent(userAgent)).toEqual({ browser, system, mobile });
  });

  test.each([
    ['success', false, true],
    ['success', true, false],
    ['error', false, false],
  ] as const)('%s, this session %s: can be disowned %s', (status, isCurrent, can) => {
    expect(canDisown({ status, isCurrent })).toBe(can);
  });

  test('a device type that is full takes no further card', () => {
    const card = (deviceType: string) => ({ uuid: '', deviceType, index: 1, hint: '', createdAt: '' });
    const cards = { deviceTypes: ['A', 'B'], maxPerDeviceType: 2, results: [card('A'), card('A'), card('B')] };
    expect(typesWithRoom(cards)).toEqual(['B']);
  });
});

import { expect, test } from 'vitest';
import { textIn } from '#messages/catalog.ts';
import { apiError } from '../api/api-error.ts';
import { failureAlert, isOffline } from './failure.ts';

const answered = (status: number) => apiError(status, [{ message_id: 'service_unavailable', message: '' }], 'r1');

test.each<[string, unknown, boolean]>([
  ['a call that reached no server', answered(0), true],
  ['a server in maintenance', answered(503), false],
  ['an answer that nobody can read', apiError(0, [{ message_id: 'unknown_error', message: '' }], 'r1'), false],
  ['a call that was cancelled', apiError(499, [], 'r1'), false],
  ['a part of the page that did not come', new TypeError('Failed to fetch dynamically imported module: a.js'), true],
  ['a mistake of ours', new TypeError('undefined is not a function'), false],
  ['anything else', new Error('no'), false],
])('%s', (_, error, offline) => {
  expect(isOffline(error)).toBe(offline);
});

test('no network is said as such, without a request that nobody got', () => {
  const t = textIn('en');
  expect(failureAlert(t, answered(0))).toEqual({ kind: 'failure', text: t('ui.offline'), requestId: undefined });
  expect(failureAlert(t, answered(503))).toMatchObject({ text: t('errors.service_unavailable'), requestId: 'r1' });
});

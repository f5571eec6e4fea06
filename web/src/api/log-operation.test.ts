import { afterEach, expect, test, vi } from 'vitest';
import { apiError, CANCELLED } from './api-error.ts';
import { logFailure } from './log-operation.ts';

const sent: { path: string; body: object }[] = [];
vi.mock('./call.ts', () => ({
  call: async (asked: { path: string; body: object }) => {
    sent.push(asked);
  },
}));
afterEach(() => {
  sent.length = 0;
});

test('a refused call is told under the id that its answer gave it', () => {
  logFailure(apiError(409, [{ message_id: 'conflict', message: 'x' }], 'id-of-the-server'));
  expect(sent).toMatchObject([
    {
      path: '/api/account/sal',
      body: { operationId: 'id-of-the-server', operationResult: 'error', errorMessage: 'conflict' },
    },
  ]);
});

test.each([
  ['was cancelled', apiError(CANCELLED, [], '')],
  ['came to nobody', apiError(0, [{ message_id: 'service_unavailable', message: '' }], 'x')],
  ['is no call', new Error('x')],
])('what %s is not', (_, error) => {
  logFailure(error);
  expect(sent).toEqual([]);
});

import { expect, it } from 'vitest';
import { apiError } from '../api/api-error.ts';
import type { Translate } from '../i18n/keys.ts';
import { problemOf } from './problem.ts';

const t: Translate = (key) => key;
const fieldOf = ({ field }: { field?: string }) => (field === 'otp' ? ('otp' as const) : undefined);

it('puts what belongs to a box there, in the words of the server', () => {
  const error = apiError(400, [{ message_id: 'wrong_otp', message: 'Wrong.', field: 'otp' }], 'r');
  expect(problemOf(error, t, fieldOf)).toEqual({ fields: { otp: 'Wrong.' } });
  expect(problemOf(error, t, fieldOf, () => 'Of this page.')).toEqual({ fields: { otp: 'Of this page.' } });
});

it('makes an alert of the rest, without the request id of a plain refusal', () => {
  const error = apiError(429, [{ message_id: 'too_many_requests', message: 'Wait.' }], 'r');
  expect(problemOf(error, t, fieldOf)).toEqual({ fields: {}, alert: { text: 'Wait.' } });
});

it('gives the request id where somebody has to look into the logs', () => {
  const error = apiError(500, [{ message_id: 'unknown_error', message: 'Unexpected.' }], 'r1');
  expect(problemOf(error, t, fieldOf).alert).toEqual({ text: 'Unexpected.', requestId: 'r1' });
});

it('has words of its own for a server out of reach and for what nobody expected', () => {
  const unreached = apiError(0, [{ message_id: 'service_unavailable', message: '' }], 'r2');
  expect(problemOf(unreached, t, fieldOf).alert?.text).toBe('guest.unreachable');
  expect(problemOf(new TypeError('x'), t, fieldOf).alert?.text).toBe('guest.unknownError');
});

import { expect, it } from 'vitest';
import { asFailure } from './error-reply.ts';

it.each([
  [{ code: '23505', constraint: 'cycle_detected' }, 'cycle_detected'],
  [{ code: '23505', constraint: 'sessions_pkey' }, 'conflict'],
  [{ code: '23503', constraint: 'one_time_codes_tenant_id_user_uuid_fkey' }, 'conflict'],
  [{ code: '22021' }, 'invalid_params'],
  [{ code: '40P01' }, 'service_busy'],
  [{ code: '57014' }, 'service_busy'],
  [{ code: '57P01' }, 'service_unavailable'],
  [{ code: 'FST_ERR_CTP_BODY_TOO_LARGE', statusCode: 413 }, 'body_too_large'],
  [new Error('of any other kind'), 'unknown_error'],
])('%j is told as %s', (error, id) => expect(asFailure(error).id).toBe(id));

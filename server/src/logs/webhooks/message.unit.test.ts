import { expect, it } from 'vitest';
import { messageOf, keyOf, newWebhookSecret, signedHeaders } from './message.ts';

it('is signed as the example of Standard Webhooks', () => {
  const key = keyOf('whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw');
  const message = { id: 'msg_p5jXN8AQM9LWM0D4loKWxJek', body: '{"test": 2432232314}' };
  expect(signedHeaders(message, [key], new Date(1614265330_000))).toEqual({
    'webhook-id': message.id,
    'webhook-timestamp': '1614265330',
    'webhook-signature': 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=',
  });
  expect(newWebhookSecret()).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
});

it('a message is the same at each attempt', () => {
  const event = { id: 'e', type: 'user.created', timestamp: 't', log: 'systemOperation', data: {} } as never;
  expect(messageOf('demo', 7, event)).toEqual(messageOf('demo', 7, event));
  expect(JSON.parse(messageOf('demo', 7, event).body)).toMatchObject({ sequence: 7, tenantId: 'demo', id: 'e' });
});

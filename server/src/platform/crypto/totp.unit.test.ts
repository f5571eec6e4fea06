import { URI } from 'otpauth';
import { expect, test } from 'vitest';
import { encodeBase32 } from './base32.ts';
import { matchTotpStep, newTotpSecret, otpauthUri } from './totp.ts';

// RFC 6238 appendix B, SHA1 column: the last six of its eight digits.
const rfcSecret = encodeBase32(Buffer.from('12345678901234567890'));
test.each([
  [59, '287082', 0x1],
  [1_111_111_109, '081804', 0x23523ec],
  [1_111_111_111, '050471', 0x23523ed],
  [1_234_567_890, '005924', 0x273ef07],
  [2_000_000_000, '279037', 0x3f940aa],
  [20_000_000_000, '353130', 0x27bc86aa],
])('at %i s the code %s is of step %i', (seconds, otp, step) => {
  expect(matchTotpStep({ secret: rfcSecret, otp, now: new Date(seconds * 1000), window: 0 })).toBe(step);
});

test.each([
  [-60, null],
  [-31, null],
  [-30, 1000],
  [0, 1000],
  [29, 1000],
  [30, 1000],
  [59, 1000],
  [60, null],
])('with the window of one step, %i s after its start the code gives %j', (offset, expected) => {
  const secret = newTotpSecret();
  const otp = URI.parse(otpauthUri({ secret, issuer: 'Portico', account: 'taro' })) as import('otpauth').TOTP;
  const code = otp.generate({ timestamp: 30_000_000 });
  expect(matchTotpStep({ secret, otp: code, now: new Date(30_000_000 + offset * 1000) })).toBe(expected);
});

test.each(['', '28708', '2870820', '２８７０８２', '28708a', ' 287082', '287082\n', '-87082'])('refuses %j', (otp) => {
  expect(matchTotpStep({ secret: rfcSecret, otp, now: new Date(59_000) })).toBeNull();
});

test('the key URI is read back whole by another implementation', () => {
  const secret = newTotpSecret();
  const parsed = URI.parse(otpauthUri({ secret, issuer: 'Portico & Söhne', account: '太郎+1@demo.example' }));
  expect(parsed).toMatchObject({
    issuer: 'Portico & Söhne',
    label: '太郎+1@demo.example',
    algorithm: 'SHA1',
    digits: 6,
    period: 30,
  });
  expect(parsed.secret.base32).toBe(secret);
});

test('a new secret has 160 bits', () => {
  expect(newTotpSecret()).toMatch(/^[A-Z2-7]{32}$/);
  expect(newTotpSecret()).not.toBe(newTotpSecret());
});

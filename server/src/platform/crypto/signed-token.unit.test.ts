import { randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import { createTokenSigner } from './signed-token.ts';

const masterKey = randomBytes(32);
const signer = createTokenSigner<{ who: string }>(masterKey, 'device');
const token = signer.sign({ who: 'Zoë' });
const [name, content = '', mark = ''] = token.split('.');

test('reads what it signed', () => expect(signer.read(token)).toEqual({ who: 'Zoë' }));

test.each([
  ['nothing', ''],
  ['its name alone', 'device.'],
  ['no mark', `${name}.${content}.`],
  ['a cut mark', `${name}.${content}.${mark.slice(0, -2)}`],
  ['another mark', `${name}.${content}.${randomBytes(32).toString('base64url')}`],
  ['another content', `${name}.${Buffer.from('{"who":"Zoe"}').toString('base64url')}.${mark}`],
  ['another name', createTokenSigner(masterKey, 'person').sign({ who: 'Zoë' })],
  ['another name put before it', `person.${content}.${mark}`],
  ['another master key', createTokenSigner(randomBytes(32), 'device').sign({ who: 'Zoë' })],
  ['far too much', `device.${'a'.repeat(2000)}.${mark}`],
])('refuses %s', (_, wrong) => expect(signer.read(wrong)).toBeNull());

test('what an earlier master key signed is still read after a change', () => {
  const token = createTokenSigner(masterKey, 'device').sign({ who: 'Zoë' });
  const changed = randomBytes(32);
  expect(createTokenSigner([changed, masterKey], 'device').read(token)).toEqual({ who: 'Zoë' });
  expect(createTokenSigner([masterKey, changed], 'device').sign({ who: 'Zoë' })).toBe(token);
});

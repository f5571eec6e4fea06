import { sign } from 'node:crypto';
import { deflateRawSync } from 'node:zlib';
import type { Kind } from './message.ts';
import { RSA_SHA256, type Signer } from './sign.ts';

/** An address with a message in its query, signed (SAML bindings 3.4.4.1). */
export function signedAddress(
  destination: string,
  { kind, message, relayState }: { kind: Kind; message: string; relayState?: string | null },
  { privateKey }: Pick<Signer, 'privateKey'>,
): string {
  const pairs = [
    [kind, deflateRawSync(Buffer.from(message)).toString('base64')],
    ...(relayState ? [['RelayState', relayState]] : []),
    ['SigAlg', RSA_SHA256],
  ];
  const signed = pairs.map(([name, value]) => `${name}=${encodeURIComponent(value ?? '')}`).join('&');
  const signature = sign('sha256', Buffer.from(signed), privateKey).toString('base64');
  return `${destination}${destination.includes('?') ? '&' : '?'}${signed}&Signature=${encodeURIComponent(signature)}`;
}

import { generateKeyPairSync, type KeyObject, sign } from 'node:crypto';

/** Self-signed certificates of any age and size; Node reads certificates, but makes none. */

const der = (tag: number, ...parts: Buffer[]): Buffer => {
  const content = Buffer.concat(parts);
  const length =
    content.length < 128
      ? Buffer.from([content.length])
      : content.length < 256
        ? Buffer.from([0x81, content.length])
        : Buffer.from([0x82, content.length >> 8, content.length & 255]);
  return Buffer.concat([Buffer.from([tag]), length, content]);
};
const sequence = (...parts: Buffer[]) => der(0x30, ...parts);
const NULL = der(0x05);
const RSA_SHA256 = sequence(der(0x06, Buffer.from('2a864886f70d01010b', 'hex')), NULL);
const commonName = (name: string) =>
  sequence(der(0x31, sequence(der(0x06, Buffer.from('550403', 'hex')), der(0x0c, Buffer.from(name)))));
const time = (date: Date) => der(0x18, Buffer.from(`${date.toISOString().replace(/[-:T]/g, '').slice(0, 14)}Z`));

export interface TestCertificate {
  /** PEM of the certificate and of its private key. */
  pem: string;
  privateKey: string;
  publicKey: KeyObject;
  from: Date;
  until: Date;
}

const YEAR_MS = 365 * 86_400_000;

export function makeCertificate({
  name = 'idp.example',
  bits = 2048,
  from = new Date(Date.now() - YEAR_MS),
  until = new Date(Date.now() + YEAR_MS),
} = {}): TestCertificate {
  const { publicKey, privateKey } = generateKeyPairSync('rsa', { modulusLength: bits });
  const info = sequence(
    der(0xa0, der(0x02, Buffer.from([2]))),
    der(0x02, Buffer.from([1])),
    RSA_SHA256,
    commonName(name),
    sequence(time(from), time(until)),
    commonName(name),
    publicKey.export({ type: 'spki', format: 'der' }),
  );
  const signature = der(0x03, Buffer.from([0]), sign('sha256', info, privateKey));
  const base64 = sequence(info, RSA_SHA256, signature).toString('base64');
  const pem = `-----BEGIN CERTIFICATE-----\n${base64.match(/.{1,64}/g)?.join('\n')}\n-----END CERTIFICATE-----\n`;
  return { pem, privateKey: privateKey.export({ type: 'pkcs8', format: 'pem' }) as string, publicKey, from, until };
}

import { generateKeyPairSync, X509Certificate } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { pemOf, readCertificate, selfSignedCertificate } from './certificate.ts';

const pair = generateKeyPairSync('rsa', { modulusLength: 2048 });
const make = (given: { commonName?: string; startsAt?: string; expiresAt?: string } = {}, key = pair) =>
  selfSignedCertificate({
    ...key,
    commonName: given.commonName ?? 'acme',
    startsAt: new Date(given.startsAt ?? '2026-11-26T10:20:30Z'),
    expiresAt: new Date(given.expiresAt ?? '2029-11-26T10:20:30Z'),
  });

describe('a certificate of our own', () => {
  it.each([
    ['2026-01-01T00:00:00Z', '2029-12-31T23:59:59Z'],
    ['2049-12-31T23:59:59Z', '2050-01-01T00:00:00Z'],
    ['1999-12-31T23:59:59Z', '2101-02-28T00:00:00Z'],
  ])('is read by others: from %s to %s', (startsAt, expiresAt) => {
    const read = new X509Certificate(make({ startsAt, expiresAt }));
    expect([read.verify(pair.publicKey), read.subject, read.issuer]).toEqual([true, 'CN=acme', 'CN=acme']);
    expect([new Date(read.validFrom), new Date(read.validTo)]).toEqual([new Date(startsAt), new Date(expiresAt)]);
    expect(read.checkPrivateKey(pair.privateKey)).toBe(true);
  });

  it('has a positive serial number, and is the same for the same key and dates', () => {
    for (let day = 1; day < 28; day += 1) {
      const startsAt = `2026-02-${String(day).padStart(2, '0')}T00:00:00Z`;
      expect(new X509Certificate(make({ startsAt })).serialNumber).toMatch(/^[0-9A-F]{1,32}$/);
    }
    expect(make()).toEqual(make());
    expect(make()).not.toEqual(make({ startsAt: '2026-11-26T10:20:31Z' }));
  });

  it('cuts a long name, and keeps what is not ASCII', () => {
    expect(new X509Certificate(make({ commonName: 'x'.repeat(100) })).subject).toBe(`CN=${'x'.repeat(64)}`);
    expect(new X509Certificate(make({ commonName: '鈴木' })).subject).toBe('CN=鈴木');
  });

  it('holds keys of other sizes', () => {
    const larger = generateKeyPairSync('rsa', { modulusLength: 4096 });
    expect(new X509Certificate(make({}, larger)).verify(larger.publicKey)).toBe(true);
  });
});

describe('reading a certificate', () => {
  const bare = make().toString('base64');
  it.each([
    ['PEM', pemOf(make())],
    ['PEM with other line ends', pemOf(make()).replaceAll('\n', '\r\n')],
    ['Base64', bare],
    ['Base64 with spaces', `\n  ${bare.slice(0, 70)}\n  ${bare.slice(70)} \n`],
  ])('from %s', (_, text) => {
    expect(readCertificate(text)).toMatchObject({ subject: 'CN=acme', expiresAt: new Date('2029-11-26T10:20:30Z') });
  });

  const weak = generateKeyPairSync('rsa', { modulusLength: 1024 });
  it.each([
    ['nothing', ''],
    ['a text', 'certificate'],
    ['half of one', bare.slice(0, bare.length / 2)],
    ['a public key', pair.publicKey.export({ type: 'spki', format: 'pem' }).toString()],
    ['a weak key', pemOf(make({}, weak))],
    ['two of them', pemOf(make()) + pemOf(make())],
  ])('not from %s', (_, text) => expect(readCertificate(text)).toBeNull());
});

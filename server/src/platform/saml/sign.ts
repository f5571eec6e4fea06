import { createHash, type KeyObject, sign } from 'node:crypto';
import { DSIG } from './read.ts';
import { attribute, type Xml, xml } from './write.ts';

export const EXCLUSIVE = 'http://www.w3.org/2001/10/xml-exc-c14n#';
export const ENVELOPED = `${DSIG}enveloped-signature`;
export const RSA_SHA256 = 'http://www.w3.org/2001/04/xmldsig-more#rsa-sha256';
export const RSA_SHA512 = 'http://www.w3.org/2001/04/xmldsig-more#rsa-sha512';
export const SHA256 = 'http://www.w3.org/2001/04/xmlenc#sha256';
export const SHA512 = 'http://www.w3.org/2001/04/xmlenc#sha512';

export interface Signer {
  privateKey: KeyObject;
  /** Base64 of the DER, as `X509Certificate` elements hold it. */
  certificate: string;
}

/**
 * An enveloped signature for an element. `canonical` is that element without it, in exclusive canonical form: our writer
 * writes nothing else (attributes in order, each namespace where it is used first, no empty-element tags), so nothing is
 * parsed to be signed.
 */
export function signatureOf(canonical: Xml, id: string, { privateKey, certificate }: Signer): Xml {
  const digest = createHash('sha256').update(canonical.text).digest('base64');
  const info = (namespace: string | null) =>
    xml`<ds:SignedInfo${attribute('xmlns:ds', namespace)}>${xml`<ds:CanonicalizationMethod${attribute('Algorithm', EXCLUSIVE)}></ds:CanonicalizationMethod><ds:SignatureMethod${attribute('Algorithm', RSA_SHA256)}></ds:SignatureMethod><ds:Reference${attribute('URI', `#${id}`)}><ds:Transforms><ds:Transform${attribute('Algorithm', ENVELOPED)}></ds:Transform><ds:Transform${attribute('Algorithm', EXCLUSIVE)}></ds:Transform></ds:Transforms><ds:DigestMethod${attribute('Algorithm', SHA256)}></ds:DigestMethod><ds:DigestValue>${digest}</ds:DigestValue></ds:Reference>`}</ds:SignedInfo>`;
  const value = sign('sha256', Buffer.from(info(DSIG).text), privateKey).toString('base64');
  return xml`<ds:Signature${attribute('xmlns:ds', DSIG)}>${info(null)}<ds:SignatureValue>${value}</ds:SignatureValue><ds:KeyInfo><ds:X509Data><ds:X509Certificate>${certificate}</ds:X509Certificate></ds:X509Data></ds:KeyInfo></ds:Signature>`;
}

import type { KeyObject } from 'node:crypto';
import { createRequire } from 'node:module';
import type { SamlFailureCause } from '#contract/federation/saml-failures.ts';

/** What is used of a DOM: the libraries' own types would declare `window` and `document` for the whole server. */
interface Node {
  localName: string | null;
  namespaceURI: string | null;
  firstChild: Node | null;
  nextSibling: Node | null;
  getAttribute(name: string): string | null;
  getElementsByTagNameNS(uri: string, local: string): ArrayLike<Node>;
}
const require = createRequire(import.meta.url);
const { getVerifiedXml } = require('@node-saml/node-saml/lib/xml.js') as {
  getVerifiedXml(text: string, signed: Node, keys: KeyObject[]): string | null;
};
const { DOMParser } = require('@xmldom/xmldom') as {
  DOMParser: new (options: object) => { parseFromString(text: string, type: string): { documentElement: Node | null } };
};

/** A certificate of an identity provider; the key is made once, since reading it costs as much as a signature check. */
export interface TrustedCertificate {
  key: KeyObject;
  expiresAt: Date;
}

const DSIG = 'http://www.w3.org/2000/09/xmldsig#';
const EXCLUSIVE = ['http://www.w3.org/2001/10/xml-exc-c14n#', 'http://www.w3.org/2001/10/xml-exc-c14n#WithComments'];

/** What a signature may name (SAML core 5.4.4), with SHA-256 or better: all else is refused before it is computed. */
const allowed: Record<string, readonly string[]> = {
  CanonicalizationMethod: EXCLUSIVE,
  Transform: [`${DSIG}enveloped-signature`, ...EXCLUSIVE],
  SignatureMethod: [
    'http://www.w3.org/2001/04/xmldsig-more#rsa-sha256',
    'http://www.w3.org/2001/04/xmldsig-more#rsa-sha512',
  ],
  DigestMethod: ['http://www.w3.org/2001/04/xmlenc#sha256', 'http://www.w3.org/2001/04/xmlenc#sha512'],
};
const parts = Object.keys(allowed);
const hashing = new Set(['SignatureMethod', 'DigestMethod']);

type Verified = { xml: string; cause?: never } | { xml?: never; cause: SamlFailureCause; found?: string };

/** Line ends as XML reads them; the library does the same to what it verifies. */
const normalized = (xml: string) => xml.replace(/\r\n?/g, '\n');

/**
 * The signed part of a response in its canonical form: the whole of it if it is signed, else its assertion. A signature on
 * the response is never passed over for one below.
 */
export function verifySignature(text: string, certificates: readonly TrustedCertificate[], now: Date): Verified {
  const response = parse(text);
  if (!response) return { cause: 'not_xml' };
  const signed = [response, ...childElements(response, 'Assertion')].find(
    (element) => childElements(element, 'Signature', DSIG).length > 0,
  );
  if (!signed) return { cause: 'unsigned' };
  const [signature, more] = childElements(signed, 'Signature', DSIG);
  if (!signature || more) return { cause: 'signature_shape' };
  const misfit = misfitOf(signature);
  if (misfit) return misfit;
  const verifiedBy = (known: readonly TrustedCertificate[]) => {
    try {
      return getVerifiedXml(
        text,
        signed,
        known.map(({ key }) => key),
      );
    } catch {
      return null;
    }
  };
  const isValid = ({ expiresAt }: TrustedCertificate) => expiresAt > now;
  const xml = verifiedBy(certificates.filter(isValid));
  if (xml) return { xml };
  const expired = certificates.filter((certificate) => !isValid(certificate));
  return { cause: expired.length > 0 && verifiedBy(expired) ? 'certificate_expired' : 'signature' };
}

function parse(text: string): Node | null {
  try {
    const fail = (message: string) => {
      throw new Error(message);
    };
    const parser = new DOMParser({ errorHandler: { warning: () => undefined, error: fail, fatalError: fail } });
    return parser.parseFromString(normalized(text), 'text/xml').documentElement;
  } catch {
    return null;
  }
}

function childElements(element: Node, local: string, uri?: string): Node[] {
  const found: Node[] = [];
  for (let child = element.firstChild; child; child = child.nextSibling) {
    if (child.localName === local && (uri === undefined || child.namespaceURI === uri)) found.push(child);
  }
  return found;
}

/** Exactly one reference, with exactly one of each method, all of them allowed. */
function misfitOf(signature: Node): { cause: SamlFailureCause; found?: string } | null {
  const named = (local: string) => Array.from(signature.getElementsByTagNameNS('*', local));
  if (named('Reference').length !== 1 || named('SignedInfo').length !== 1) return { cause: 'signature_shape' };
  if (named('Object').length > 0) return { cause: 'signature_shape' };
  for (const part of parts) {
    const found = named(part);
    const most = part === 'Transform' ? 2 : 1;
    if (found.length === 0 || found.length > most) return { cause: 'signature_shape' };
    const wrong = found
      .map((element) => element.getAttribute('Algorithm') ?? '')
      .find((name) => !isAllowed(part, name));
    if (wrong === undefined) continue;
    return { cause: hashing.has(part) ? 'algorithm' : 'signature_shape', found: wrong };
  }
  return null;
}

const isAllowed = (part: string, name: string) => allowed[part]?.includes(name) === true;

import type { SamlFailureCause } from '#contract/federation/saml-failures.ts';
import { makeCertificate } from './certificate.ts';
import { type HowSigned, responseXml, type Said, type SignedPart, signed } from './response.ts';

/**
 * Bad answers of identity providers, made here and signed like right ones where the mistake is in what they say: each with
 * the cause for which it must be refused.
 */

export const idp = makeCertificate();
const stranger = makeCertificate({ name: 'stranger.example' });
export const expiredIdp = makeCertificate({ until: new Date(Date.now() - 86_400_000) });

export const said: Said = {
  now: new Date(),
  acsUrl: 'https://portal.example/saml/sp/acme/entra/acs',
  audience: 'https://portal.example/saml/sp/acme/entra',
  issuer: 'https://idp.example/entity',
  requestId: '_request1',
};

type Edit = (xml: string) => string;
export interface BadResponse {
  name: string;
  cause: SamlFailureCause;
  document: string | Buffer;
  /** Other than usual: certificates known of the provider, or the request asked for. */
  known?: 'none' | 'expired only' | 'also expired';
  requestId?: string | null;
}

/** Replaces what must be there, so that no case is right by accident. */
const put =
  (from: string | RegExp, to: string): Edit =>
  (xml) => {
    const edited = xml.replace(from, () => to);
    if (edited === xml) throw new Error(`nothing like ${from}`);
    return edited;
  };
const all =
  (...edits: Edit[]): Edit =>
  (xml) =>
    edits.reduce((text, edit) => edit(text), xml);
const cut = (what: string | RegExp) => put(what, '');
const at = (seconds: number) => new Date(said.now.getTime() + seconds * 1000).toISOString();

/** Signed by the provider with the mistake in it. */
const wrong = (name: string, cause: SamlFailureCause, edit: Edit, part: SignedPart = 'response'): BadResponse => ({
  name: `${name} (${part} signed)`,
  cause,
  document: signed(edit(responseXml(said)), part, idp),
});
const wrongBoth = (name: string, cause: SamlFailureCause, edit: Edit): BadResponse[] => [
  wrong(name, cause, edit),
  wrong(name, cause, edit, 'assertion'),
];
/** Changed after it was signed. */
const tampered = (name: string, cause: SamlFailureCause, edit: Edit, part: SignedPart = 'response'): BadResponse => ({
  name: `${name} (${part} signed, changed afterwards)`,
  cause,
  document: edit(signed(responseXml(said), part, idp)),
});
const otherwise = (name: string, cause: SamlFailureCause, how: HowSigned): BadResponse => ({
  name,
  cause,
  document: signed(responseXml(said), 'response', idp, how),
});

const right = signed(responseXml(said), 'response', idp);
const rightAssertion = signed(responseXml(said), 'assertion', idp);
const assertionOf = (xml: string) => /<saml:Assertion[\s\S]*<\/saml:Assertion>/.exec(xml)?.[0] ?? '';
const evil = assertionOf(responseXml({ ...said, nameId: 'admin', assertionId: '_evil' }));
const SHA1 = 'http://www.w3.org/2000/09/xmldsig#';
const C14N = 'http://www.w3.org/TR/2001/REC-xml-c14n-20010315';
const STATUS = 'urn:oasis:names:tc:SAML:2.0:status:';
const BEARER = 'urn:oasis:names:tc:SAML:2.0:cm:bearer';
const confirmation = /<saml:SubjectConfirmation [\s\S]*<\/saml:SubjectConfirmation>/;
const conditions = /<saml:Conditions [\s\S]*<\/saml:Conditions>/;
const authn = /<saml:AuthnStatement [\s\S]*<\/saml:AuthnStatement>/;
const nameId = /<saml:NameID [\s\S]*<\/saml:NameID>/;
const restriction = /<saml:AudienceRestriction>[\s\S]*<\/saml:AudienceRestriction>/;
const inConfirmation = (attribute: string) => new RegExp(`(?<=SubjectConfirmationData[^>]*) ${attribute}="[^"]*"`);
const inConditions = (attribute: string) => new RegExp(`(?<=Conditions[^>]*) ${attribute}="[^"]*"`);
const inAssertion = (attribute: string) => new RegExp(`(?<=<saml:Assertion[^>]*) ${attribute}="[^"]*"`);
const assertionIssuer = /(?<=<saml:Assertion[^>]*>)<saml:Issuer>[^<]*<\/saml:Issuer>/;
const responseIssuer = /(?<=<samlp:Response[^>]*>)<saml:Issuer>[^<]*<\/saml:Issuer>/;
const ownNames = { n: 'xmlns:samlp="urn:oasis:names:tc:SAML:2.0:protocol"' };
const deep = (times: number) => `<samlp:Extensions>${'<x>'.repeat(times)}${'</x>'.repeat(times)}</samlp:Extensions>`;
const beforeStatus = (xml: string) => put('<samlp:Status>', `${xml}<samlp:Status>`);

const documents: BadResponse[] = [
  { name: 'nothing', cause: 'not_xml', document: '' },
  {
    name: 'random bytes',
    cause: 'not_xml',
    document: Buffer.from(Array.from({ length: 512 }, (_, n) => (n * 167) & 255)),
  },
  { name: 'UTF-16', cause: 'not_xml', document: Buffer.from(right, 'utf16le') },
  { name: 'an end that is missing', cause: 'not_xml', document: right.slice(0, -12) },
  { name: 'two roots', cause: 'not_xml', document: `${right}${right}` },
  { name: 'text behind the end', cause: 'not_xml', document: `${right}x` },
  { name: 'an entity nobody declared', cause: 'not_xml', document: put('taro<', 'ta&ro;<')(right) },
  { name: 'a prefix nobody declared', cause: 'not_xml', document: put('<samlp:Status>', '<zz:Status>')(right) },
  {
    name: 'an attribute twice',
    cause: 'not_xml',
    document: put('Version="2.0"', 'Version="2.0" Version="2.0"')(right),
  },
  { name: 'a character XML does not know', cause: 'not_xml', document: put('taro<', 'ta\u0001ro<')(right) },
  { name: 'more than 256 kB', cause: 'too_large', document: `${right}${' '.repeat(262_144)}` },
  { name: 'DOCTYPE', cause: 'doctype', document: `<!DOCTYPE x>${right}` },
  {
    name: 'a billion laughs',
    cause: 'doctype',
    document: `<!DOCTYPE x [<!ENTITY a "ha"><!ENTITY b "&a;&a;">]>${put('taro<', '&b;<')(right)}`,
  },
  {
    name: 'a file of ours as an entity',
    cause: 'doctype',
    document: `<!DOCTYPE x [<!ENTITY a SYSTEM "file:///etc/passwd">]>${put('taro<', '&a;<')(right)}`,
  },
  { name: '65 levels', cause: 'too_deep', document: beforeStatus(deep(63))(right) },
  { name: '20,000 levels', cause: 'too_deep', document: beforeStatus(deep(20_000))(right) },
  { name: 'HTML', cause: 'not_a_response', document: '<html><body>Sign in</body></html>' },
  {
    name: 'a request',
    cause: 'not_a_response',
    document: responseXml(said).replaceAll('samlp:Response', 'samlp:AuthnRequest'),
  },
  { name: 'a sign-out', cause: 'not_a_response', document: `<samlp:LogoutResponse ${ownNames.n} ID="_l"/>` },
  { name: 'an assertion alone', cause: 'not_a_response', document: assertionOf(rightAssertion) },
  { name: 'SAML 1.1', cause: 'not_a_response', document: put('SAML:2.0:protocol', 'SAML:1.0:protocol')(right) },
];

const assertions: BadResponse[] = [
  wrong('no assertion', 'assertion_count', cut(/<saml:Assertion[\s\S]*<\/saml:Assertion>/)),
  wrong('no ID', 'assertion_count', cut(inAssertion('ID'))),
  ...wrongBoth('another namespace', 'assertion_count', put('assertion" ID="_a1"', 'assertion2" ID="_a1"')),
  wrong('two assertions', 'assertion_count', put('</samlp:Response>', `${evil}</samlp:Response>`)),
  wrong('the other one first', 'assertion_count', beforeStatus(evil)),
  tampered('wrapped: another assertion before', 'assertion_count', beforeStatus(evil), 'assertion'),
  tampered(
    'wrapped: another behind',
    'assertion_count',
    put('</samlp:Response>', `${evil}</samlp:Response>`),
    'assertion',
  ),
  tampered(
    'wrapped: in Extensions',
    'assertion_count',
    beforeStatus(`<samlp:Extensions>${evil}</samlp:Extensions>`),
    'assertion',
  ),
  tampered(
    'wrapped: in Advice',
    'assertion_count',
    put('<saml:AuthnStatement', `<saml:Advice>${evil}</saml:Advice><saml:AuthnStatement`),
    'assertion',
  ),
  tampered(
    'wrapped: of no namespace',
    'assertion_count',
    beforeStatus('<Assertion ID="_e"><NameID>admin</NameID></Assertion>'),
    'assertion',
  ),
  {
    name: 'wrapped: the right one inside the wrong one',
    cause: 'assertion_count',
    document: rightAssertion.replace(assertionOf(rightAssertion), () =>
      evil.replace('</saml:Assertion>', `${assertionOf(rightAssertion)}</saml:Assertion>`),
    ),
  },
  {
    name: 'wrapped: the right one in an Object of the signature',
    cause: 'assertion_count',
    document: put('</ds:Signature>', `<ds:Object>${assertionOf(right)}</ds:Object></ds:Signature>`)(right),
  },
];

const signatures: BadResponse[] = [
  { name: 'no signature', cause: 'unsigned', document: responseXml(said) },
  tampered('the signature taken away', 'unsigned', cut(/<ds:Signature [\s\S]*<\/ds:Signature>/)),
  tampered('the signature moved into Status', 'unsigned', (xml) => {
    const signature = /<ds:Signature [\s\S]*<\/ds:Signature>/.exec(xml)?.[0] ?? '';
    return xml.replace(signature, '').replace('<samlp:Status>', () => `<samlp:Status>${signature}`);
  }),
  { name: 'signed by a stranger', cause: 'signature', document: signed(responseXml(said), 'response', stranger) },
  {
    name: 'signed by a stranger, assertion',
    cause: 'signature',
    document: signed(responseXml(said), 'assertion', stranger),
  },
  {
    name: 'signed by an expired certificate',
    cause: 'certificate_expired',
    document: signed(responseXml(said), 'response', expiredIdp),
    known: 'also expired',
  },
  { name: 'only expired certificates', cause: 'certificates_expired', document: right, known: 'expired only' },
  { name: 'no certificate', cause: 'no_certificate', document: right, known: 'none' },
  tampered('another name', 'signature', put('>taro<', '>admin<')),
  tampered('another name', 'signature', put('>taro<', '>admin<'), 'assertion'),
  tampered('another attribute', 'signature', put('taro@example.com', 'admin@example.com')),
  tampered('another audience', 'signature', put(`>${said.audience}<`, '>https://other.example<'), 'assertion'),
  tampered('another time', 'signature', put(inConditions('NotOnOrAfter'), ` NotOnOrAfter="${at(9000)}"`)),
  tampered('another digest', 'signature', put(/<ds:DigestValue>..../, '<ds:DigestValue>AAAA')),
  tampered('another value', 'signature', put(/<ds:SignatureValue>..../, '<ds:SignatureValue>AAAA')),
  tampered('no value', 'signature', put(/<ds:SignatureValue>[^<]*/, '<ds:SignatureValue>')),
  tampered('an element put in', 'signature', put('<saml:AuthnStatement', '<saml:Extra/><saml:AuthnStatement')),
  tampered('a reference to nothing', 'signature', put('URI="#_r1"', 'URI="#_none"')),
  tampered('a reference to the assertion', 'signature', put('URI="#_r1"', 'URI="#_a1"')),
  tampered('a reference to all', 'signature', put('URI="#_r1"', 'URI=""')),
  tampered('a reference that is XPath', 'signature', put('URI="#_r1"', `URI="#_r1' or '1'='1"`)),
  tampered('an ID twice', 'signature', beforeStatus('<samlp:Extensions ID="_r1"/>')),
  tampered(
    'the key of a stranger in it',
    'signature',
    all(
      put('>taro<', '>admin<'),
      put(
        '</ds:Signature>',
        `<ds:KeyInfo><ds:X509Data><ds:X509Certificate>${stranger.pem.replace(/-.*-|\n/g, '')}</ds:X509Certificate></ds:X509Data></ds:KeyInfo></ds:Signature>`,
      ),
    ),
  ),
  {
    name: 'a wrong signature on the response over a right one on the assertion',
    cause: 'signature',
    document: signed(rightAssertion, 'response', stranger),
  },
  tampered('two signatures', 'signature_shape', (xml) => {
    const signature = /<ds:Signature [\s\S]*<\/ds:Signature>/.exec(xml)?.[0] ?? '';
    return xml.replace(signature, () => signature + signature);
  }),
  tampered('two references', 'signature_shape', (xml) => {
    const reference = /<ds:Reference [\s\S]*<\/ds:Reference>/.exec(xml)?.[0] ?? '';
    return xml.replace(reference, () => reference + reference);
  }),
  tampered('no reference', 'signature_shape', cut(/<ds:Reference [\s\S]*<\/ds:Reference>/)),
  tampered('an Object in the signature', 'signature_shape', put('</ds:Signature>', '<ds:Object/></ds:Signature>')),
  tampered('a second SignedInfo', 'signature_shape', (xml) => {
    const info = /<ds:SignedInfo>[\s\S]*<\/ds:SignedInfo>/.exec(xml)?.[0] ?? '';
    return xml.replace(info, () => info + info);
  }),
  tampered(
    'a third transform',
    'signature_shape',
    put('</ds:Transforms>', '<ds:Transform Algorithm="http://www.w3.org/2001/10/xml-exc-c14n#"/></ds:Transforms>'),
  ),
  tampered('XSLT', 'signature_shape', put('xmldsig#enveloped-signature', 'REC-xslt-19991116')),
  otherwise('SHA-1 throughout', 'algorithm', { signature: `${SHA1}rsa-sha1`, digest: `${SHA1}sha1` }),
  otherwise('a signature with SHA-1', 'algorithm', { signature: `${SHA1}rsa-sha1` }),
  otherwise('a digest with SHA-1', 'algorithm', { digest: `${SHA1}sha1` }),
  otherwise('canonical XML that is not exclusive', 'signature_shape', { canonicalization: C14N }),
  otherwise('a transform that is not exclusive', 'signature_shape', {
    transforms: [`${SHA1}enveloped-signature`, C14N],
  }),
  tampered(
    'HMAC with the public key',
    'algorithm',
    put('2001/04/xmldsig-more#rsa-sha256', '2000/09/xmldsig#hmac-sha1'),
  ),
  tampered(
    'an algorithm nobody knows',
    'algorithm',
    put('2001/04/xmldsig-more#rsa-sha256', '2001/04/xmldsig-more#none'),
  ),
];

const contents: BadResponse[] = [
  ...wrongBoth('a response of version 1.1', 'version', put('Version="2.0"', 'Version="1.1"')),
  ...wrongBoth('an assertion of version 1.1', 'version', put(inAssertion('Version'), ' Version="1.1"')),
  wrong('refused by the provider', 'status', put(`${STATUS}Success`, `${STATUS}Responder`)),
  wrong(
    'a status that is a refusal and an assertion',
    'status',
    put(`${STATUS}Success`, `${STATUS}AuthnFailed`),
    'assertion',
  ),
  wrong('no status', 'status', cut(/<samlp:Status>[\s\S]*<\/samlp:Status>/)),
  wrong(
    'two statuses',
    'status',
    beforeStatus(`<samlp:Status><samlp:StatusCode Value="${STATUS}Success"/></samlp:Status>`),
  ),
  wrong(
    'another issuer of the response',
    'response_issuer',
    put(responseIssuer, '<saml:Issuer>https://evil.example</saml:Issuer>'),
  ),
  wrong(
    'another issuer of the response',
    'response_issuer',
    put(responseIssuer, '<saml:Issuer>https://evil.example</saml:Issuer>'),
    'assertion',
  ),
  wrong('no issuer of the response', 'response_issuer', cut(responseIssuer)),
  ...wrongBoth(
    'another issuer of the assertion',
    'issuer',
    put(assertionIssuer, '<saml:Issuer>https://evil.example</saml:Issuer>'),
  ),
  wrong('no issuer of the assertion', 'issuer', cut(assertionIssuer)),
  wrong('an issuer with a space', 'issuer', put(assertionIssuer, `<saml:Issuer>${said.issuer} </saml:Issuer>`)),
  ...wrongBoth(
    'for another address',
    'destination',
    put(/ Destination="[^"]*"/, ' Destination="https://other.example/acs"'),
  ),
  wrong('no destination', 'destination', cut(/ Destination="[^"]*"/)),
  wrong('an address with more behind', 'destination', put(/ Destination="[^"]*"/, ` Destination="${said.acsUrl}/x"`)),
  ...wrongBoth(
    'an answer to another request',
    'response_request',
    put(/ InResponseTo="[^"]*"/, ' InResponseTo="_other"'),
  ),
  wrong('an answer without a request', 'response_request', cut(/ InResponseTo="[^"]*"/)),
  { ...wrong('an answer to a request nobody made', 'response_request', (xml) => xml), requestId: null },
  ...wrongBoth('issued tomorrow', 'issued_later', put(/ IssueInstant="[^"]*"/, ` IssueInstant="${at(86_400)}"`)),
  wrong('issued at no time', 'issued_later', cut(inAssertion('IssueInstant'))),
  wrong('issued at a time that is none', 'issued_later', put(inAssertion('IssueInstant'), ' IssueInstant="2026"')),
  wrong('no subject', 'subject_count', cut(/<saml:Subject>[\s\S]*<\/saml:Subject>/)),
  wrong('two subjects', 'subject_count', put('</saml:Subject>', '</saml:Subject><saml:Subject/>')),
  wrong('no name', 'name_id', cut(nameId)),
  wrong('an empty name', 'name_id', put('>taro<', '><')),
  wrong('a name of spaces', 'name_id', put('>taro<', '>  \n <')),
  wrong(
    'two names',
    'name_id',
    put('<saml:SubjectConfirmation ', '<saml:NameID>admin</saml:NameID><saml:SubjectConfirmation '),
  ),
  wrong('a name of 257 characters', 'name_id', put('>taro<', `>${'n'.repeat(257)}<`)),
  wrong('a name with a line break', 'name_id', put('>taro<', '>ta\nro<')),
  wrong('a name for once', 'name_id_transient', put('nameid-format:persistent', 'nameid-format:transient')),
  wrong('no confirmation', 'not_bearer', cut(confirmation)),
  ...wrongBoth('holder of key', 'not_bearer', put(BEARER, 'urn:oasis:names:tc:SAML:2.0:cm:holder-of-key')),
  wrong('sender vouches', 'not_bearer', put(BEARER, 'urn:oasis:names:tc:SAML:2.0:cm:sender-vouches')),
  wrong('no data of the confirmation', 'recipient', cut(/<saml:SubjectConfirmationData[^>]*>/)),
  ...wrongBoth(
    'another recipient',
    'recipient',
    put(inConfirmation('Recipient'), ' Recipient="https://other.example/acs"'),
  ),
  wrong('no recipient', 'recipient', cut(inConfirmation('Recipient'))),
  ...wrongBoth(
    'confirmed for another request',
    'request',
    put(inConfirmation('InResponseTo'), ' InResponseTo="_other"'),
  ),
  wrong('confirmed for no request', 'request', cut(inConfirmation('InResponseTo'))),
  ...wrongBoth('confirmed for ever', 'confirmation_times', cut(inConfirmation('NotOnOrAfter'))),
  wrong(
    'confirmed until a time that is none',
    'confirmation_times',
    put(inConfirmation('NotOnOrAfter'), ' NotOnOrAfter="soon"'),
  ),
  ...wrongBoth(
    'confirmed until 61 s ago',
    'confirmation_expired',
    put(inConfirmation('NotOnOrAfter'), ` NotOnOrAfter="${at(-61)}"`),
  ),
  wrong(
    'confirmed from in 61 s',
    'confirmation_early',
    put('<saml:SubjectConfirmationData', `<saml:SubjectConfirmationData NotBefore="${at(61)}"`),
  ),
  wrong('no conditions', 'conditions', cut(conditions)),
  wrong('two conditions', 'conditions', put('<saml:Conditions', '<saml:Conditions/><saml:Conditions')),
  ...wrongBoth('from in 61 s', 'early', put(inConditions('NotBefore'), ` NotBefore="${at(61)}"`)),
  ...wrongBoth('until 61 s ago', 'expired', put(inConditions('NotOnOrAfter'), ` NotOnOrAfter="${at(-61)}"`)),
  wrong('until a time that is none', 'expired', put(inConditions('NotOnOrAfter'), ' NotOnOrAfter="never"')),
  ...wrongBoth('for another audience', 'audience', put(`>${said.audience}<`, '>https://other.example<')),
  wrong('for no audience', 'audience', cut(restriction)),
  wrong('for an empty audience', 'audience', put(`>${said.audience}<`, '><')),
  wrong(
    'restricted twice, once to others',
    'audience',
    put(
      '</saml:AudienceRestriction>',
      '</saml:AudienceRestriction><saml:AudienceRestriction><saml:Audience>x</saml:Audience></saml:AudienceRestriction>',
    ),
  ),
  ...wrongBoth('no authentication', 'authentication', cut(authn)),
  wrong('authenticated at no time', 'authentication', cut(/ AuthnInstant="[^"]*"/)),
  ...wrongBoth(
    'authenticated tomorrow',
    'authentication_later',
    put(/ AuthnInstant="[^"]*"/, ` AuthnInstant="${at(86_400)}"`),
  ),
  wrong(
    'a session that is over',
    'session_expired',
    put(' SessionIndex', ` SessionNotOnOrAfter="${at(-61)}" SessionIndex`),
  ),
];

export const badResponses = [...documents, ...assertions, ...signatures, ...contents];

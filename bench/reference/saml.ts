import { createPrivateKey } from 'node:crypto';
import { SAML, ValidateInResponseTo } from '@node-saml/node-saml';
import { makeCertificate } from '#test/saml/certificate.ts';
import { makePeer } from '#test/saml/peer.ts';
import { responseXml, signed } from '#test/saml/response.ts';
import { writeResponse } from '#server/apps/saml-idp/response.ts';
import { metadataOf, oursOf } from '#server/federation/saml-connections/ours.ts';
import { verifyResponse } from '#server/federation/saml-sp/verify.ts';

/** What SAML alone costs, by Portico and by libraries, in one process: responses verified, responses written and signed. */
const idp = makeCertificate();
const { entityId: audience, acsUrl } = oursOf('https://portal.example', 'acme', 'entra');
const issuer = 'https://idp.example/entity';
const attributes = {
  mail: ['taro@example.com'],
  sn: ['山田'],
  givenName: ['太郎'],
  department: ['Sales & Marketing'],
  groups: ['staff', 'sales', 'tokyo'],
};

/** Answered anew for each run, so that it does not expire. */
function makeDocument() {
  const said = { now: new Date(), acsUrl, audience, issuer, requestId: '_request1', attributes };
  return Buffer.from(signed(responseXml(said), 'response', idp)).toString('base64');
}

const library = new SAML({
  ...{ callbackUrl: acsUrl, issuer: audience, audience, idpCert: idp.pem, idpIssuer: issuer },
  ...{ entryPoint: 'https://idp.example/sso', wantAssertionsSigned: false, wantAuthnResponseSigned: true },
  validateInResponseTo: ValidateInResponseTo.never,
});
const trusted = [{ key: idp.publicKey, expiresAt: idp.until }];

const signer = {
  privateKey: createPrivateKey(idp.privateKey),
  certificate: idp.pem.replace(/-----[A-Z ]+-----|\n/g, ''),
};
const single = Object.fromEntries(Object.entries(attributes).map(([name, values]) => [name, values[0] as string]));
const statements = Object.entries(single).map(([name, value]) => ({
  ...{ name, nameFormat: 'basic' as const, values: [value] },
}));
const samlify = makePeer({ entityId: issuer, ssoUrl: 'https://idp.example/sso', certificate: idp }).issuer(
  metadataOf(oursOf('https://portal.example', 'acme', 'entra'), { certificates: [], signRequests: false }),
);

const works: Record<string, (document: string) => unknown> = {
  verify: (document) => {
    const expected = { issuer, audience, acsUrl, requestId: '_request1', now: new Date() };
    if (verifyResponse(Buffer.from(document, 'base64'), trusted, expected).nameId !== 'taro')
      throw new Error('not taro');
  },
  nodeSaml: async (SAMLResponse) => {
    const { profile } = await library.validatePostResponseAsync({ SAMLResponse });
    if (profile?.nameID !== 'taro') throw new Error('not taro');
  },
  issue: () => {
    const now = new Date();
    const envelope = {
      issuer,
      acsUrl,
      audience,
      inResponseTo: '_request1',
      signingOption: 'assertion',
      signer,
      now,
    } as const;
    const who = { nameId: 'taro', format: 'persistent', sessionIndex: '_s1', statements } as const;
    const times = { provedAt: now, sessionEndsAt: new Date(now.getTime() + 3_600_000) };
    const contextClass = 'urn:oasis:names:tc:SAML:2.0:ac:classes:PasswordProtectedTransport';
    return Buffer.from(writeResponse(envelope, { ...who, ...times, contextClass })).toString('base64');
  },
  samlify: () => samlify('_request1', { nameId: 'taro', attributes: single }),
};

async function run({ work, seconds }: { work: string; seconds: number }): Promise<{ count: number; seconds: number }> {
  const once = works[work];
  if (!once) throw new Error(`no such work: ${work}`);
  const document = makeDocument();
  const start = performance.now();
  let count = 0;
  for (; performance.now() - start < seconds * 1000; count += 1) await once(document);
  return { count, seconds: (performance.now() - start) / 1000 };
}

process.on('message', (asked: { work: string; seconds: number }) => {
  run(asked).then(
    (result) => process.send?.({ result }),
    (error) => process.send?.({ error: String(error) }),
  );
});
process.on('disconnect', () => process.exit());

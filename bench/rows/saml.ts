import { createPrivateKey, createPublicKey, generateKeyPairSync } from 'node:crypto';
import { createRequire } from 'node:module';
import { pemOf, selfSignedCertificate } from '../../server/src/apps/saml-idp/certificate.ts';
import { writeResponse } from '../../server/src/apps/saml-idp/response.ts';
import { type Bench, median } from '../measure.ts';
import type { Row } from '../report.ts';

/** What of samlify is used. */
const { IdentityProvider, ServiceProvider, setSchemaValidator } = createRequire(import.meta.url)('samlify') as {
  setSchemaValidator(validator: { validate(): Promise<string> }): void;
  IdentityProvider(settings: object): {
    createLoginResponse(sp: object, info: object, binding: 'post', user: object): Promise<{ context: string }>;
  };
  ServiceProvider(settings: object): object;
};

const POST = 'urn:oasis:names:tc:SAML:2.0:bindings:HTTP-POST';
const ACS = 'https://sp.example/acs';
const LEAST = 2;

/** How often something is done within a second. */
async function rateOf(work: () => unknown, seconds: number): Promise<number> {
  const begun = performance.now();
  let count = 0;
  while (performance.now() - begun < seconds * 1000) {
    await work();
    count += 1;
  }
  return (count * 1000) / (performance.now() - begun);
}

/** SAML responses issued, response and assertion signed with the same key: ours and samlify's in turns, in this process. */
export async function measureSaml({ runs, seconds }: Bench): Promise<Row[]> {
  const pair = generateKeyPairSync('rsa', {
    modulusLength: 2048,
    publicKeyEncoding: { type: 'spki', format: 'pem' },
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  });
  const privateKey = createPrivateKey(pair.privateKey);
  const dates = { startsAt: new Date(), expiresAt: new Date(Date.now() + 86_400_000) };
  const publicKey = createPublicKey(privateKey);
  const certificate = selfSignedCertificate({ privateKey, publicKey, commonName: 'bench', ...dates });
  const own = () => {
    const now = new Date();
    const envelope = { issuer: 'https://idp.example', acsUrl: ACS, audience: 'https://sp.example', inResponseTo: '_1' };
    const signing = {
      signingOption: 'both',
      signer: { privateKey, certificate: certificate.toString('base64') },
    } as const;
    const subject = { nameId: 'taro@example.com', format: 'emailAddress', sessionIndex: '_2', statements: [] } as const;
    const times = {
      provedAt: now,
      sessionEndsAt: now,
      contextClass: 'urn:oasis:names:tc:SAML:2.0:ac:classes:Password',
    };
    return Buffer.from(writeResponse({ ...envelope, ...signing, now }, { ...subject, ...times })).toString('base64');
  };
  setSchemaValidator({ validate: async () => 'ok' });
  const idp = IdentityProvider({
    ...{ entityID: 'https://idp.example', privateKey: pair.privateKey, signingCert: pemOf(certificate) },
    singleSignOnService: [{ Binding: POST, Location: 'https://idp.example/sso' }],
    nameIDFormat: ['urn:oasis:names:tc:SAML:1.1:nameid-format:emailAddress'],
    requestSignatureAlgorithm: 'http://www.w3.org/2001/04/xmldsig-more#rsa-sha256',
  });
  const sp = ServiceProvider({
    ...{ entityID: 'https://sp.example', wantAssertionsSigned: true, wantMessageSigned: true },
    messageSigningOrder: 'sign-then-encrypt',
    assertionConsumerService: [{ Binding: POST, Location: ACS }],
  });
  const info = { extract: { request: { id: '_1' } } };
  const theirs = () => idp.createLoginResponse(sp, info, 'post', { email: 'taro@example.com' });
  const [ours, others]: [number[], number[]] = [[], []];
  for (let run = 0; run <= runs; run += 1) {
    const pairOfRates = [await rateOf(own, seconds), await rateOf(theirs, seconds)] as const;
    // The first one is the warm-up.
    if (run === 0) continue;
    ours.push(pairOfRates[0]);
    others.push(pairOfRates[1]);
  }
  const ratio = median(ours.map((rate, run) => rate / (others[run] as number)));
  return [
    {
      ...{ id: 'saml', title: 'SAML response issued, signed twice', unit: '/s', figure: median(ours), runs: ours },
      reference: { title: 'samlify in the same process', figure: median(others) },
      ...{ ratio, bar: { least: LEAST }, met: ratio >= LEAST, notes: [] },
    },
  ];
}

import type {
  completeConnectionSetup,
  ConnectionSetup,
  getConnectionSetup,
  openConnectionSetup,
  readSetupMetadata,
  setUpOpenidConnection,
  setUpSamlConnection,
  testConnectionSetup,
} from '#contract/federation/setup-links.ts';
import type { AnswerOf, SentBodyOf } from '#contract/route.ts';
import { call } from '../../api/call.ts';

export type { ConnectionSetup };
export type ReadMetadata = AnswerOf<typeof readSetupMetadata>;

const path = '/api/auth/connectionSetup';
const noAuth = true;

/** Works once; from then on this browser's cookie does. */
export const openSetup = (link: string): Promise<ConnectionSetup> =>
  call<typeof openConnectionSetup>({ method: 'POST', path: `${path}/open`, noAuth, body: { link } });

export const readSetup = (): Promise<ConnectionSetup> =>
  call<typeof getConnectionSetup>({ method: 'GET', path, noAuth });

export const readMetadata = (metadata: string): Promise<ReadMetadata> =>
  call<typeof readSetupMetadata>({ method: 'POST', path: `${path}/metadata`, noAuth, body: { metadata } });

export const saveSaml = (body: SentBodyOf<typeof setUpSamlConnection>): Promise<ConnectionSetup> =>
  call<typeof setUpSamlConnection>({ method: 'PUT', path: `${path}/saml`, noAuth, body });

export const saveOpenid = (body: SentBodyOf<typeof setUpOpenidConnection>): Promise<ConnectionSetup> =>
  call<typeof setUpOpenidConnection>({ method: 'PUT', path: `${path}/openid`, noAuth, body });

export const beginTest = (): Promise<{ url: string }> =>
  call<typeof testConnectionSetup>({ method: 'POST', path: `${path}/test`, noAuth });

export const completeSetup = (): Promise<undefined> =>
  call<typeof completeConnectionSetup>({ method: 'POST', path: `${path}/complete`, noAuth });

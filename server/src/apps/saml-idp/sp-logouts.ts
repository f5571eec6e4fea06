import { sign } from 'node:crypto';
import { deflateRawSync } from 'node:zlib';
import type { NameIdFormat } from '#contract/apps/saml-idp-values.ts';
import type { Tx } from '../../platform/db/transaction.ts';
import type { Tools } from '../../platform/tools.ts';
import type { OpenSession } from '../../sign-in/sessions/sessions.ts';
import { signerOf } from './certificates.ts';
import { samlAddresses } from './paths.ts';
import { writeLogoutRequest } from './response.ts';
import { sessionIndexOf } from './subject.ts';
import { RSA_SHA256, type Signer } from './xml/sign.ts';

/** The query of a message by redirect, signed (SAML bindings 3.4.4.1). */
function signedQuery(message: string, { privateKey }: Signer): string {
  const SAMLRequest = deflateRawSync(Buffer.from(message)).toString('base64');
  const query = [SAMLRequest, RSA_SHA256].map(encodeURIComponent);
  const signed = `SAMLRequest=${query[0]}&SigAlg=${query[1]}`;
  const signature = sign('sha256', Buffer.from(signed), privateKey).toString('base64');
  return `${signed}&Signature=${encodeURIComponent(signature)}`;
}

const findTold = (tx: Tx, sessionId: string) =>
  tx
    .selectFrom('saml_sp_sessions as i')
    .innerJoin('saml_sps as s', 's.saml_sp_id', 'i.saml_sp_id')
    .select(['s.saml_sp_id', 's.entity_id', 's.logout_url', 'i.name_id', 'i.name_id_format'])
    .where('i.session_id', '=', sessionId)
    .where('s.enabled', '=', true)
    .where('s.logout_url', 'is not', null)
    .$narrowType<{ logout_url: string }>()
    .orderBy('s.display_name')
    .execute();

/** Addresses at which the service providers of a session sign its user out, each with a signed request. */
export async function spLogoutUris(tools: Tools, session: OpenSession, now: Date): Promise<string[]> {
  const { tenantId, session_id } = session;
  const told = await tools.db.reading(tenantId, (tx) => findTold(tx, session_id));
  if (told.length === 0) return [];
  const signer = await signerOf(tools, tenantId);
  const issuer = samlAddresses(tools.config.publicUrl, tenantId).entityId;
  return told.map(({ saml_sp_id, entity_id: audience, logout_url: destination, name_id: nameId, name_id_format }) => {
    const format = name_id_format as NameIdFormat;
    const message = writeLogoutRequest(
      { issuer, audience, now, destination },
      { nameId, format, sessionIndex: sessionIndexOf(session_id, saml_sp_id) },
    );
    return `${destination}${destination.includes('?') ? '&' : '?'}${signedQuery(message, signer)}`;
  });
}

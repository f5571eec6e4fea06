import type { NameIdFormat } from '#contract/apps/saml-idp-values.ts';
import type { Tx } from '../../platform/db/transaction.ts';
import { writeLogoutRequest } from '../../platform/saml/logout.ts';
import { signedAddress } from '../../platform/saml/redirect.ts';
import type { Tools } from '../../platform/tools.ts';
import type { OpenSession } from '../../sign-in/sessions/sessions.ts';
import { signerOf } from './certificates.ts';
import { samlAddresses } from './paths.ts';
import { uriOfFormat } from './response.ts';
import { sessionIndexOf } from './subject.ts';

const findTold = (tx: Tx, sessionId: string) =>
  tx
    .selectFrom('saml_sp_sessions as i')
    .innerJoin('saml_sps as s', 's.saml_sp_id', 'i.saml_sp_id')
    .select(['s.saml_sp_id', 's.display_name', 's.entity_id', 's.logout_url', 'i.name_id', 'i.name_id_format'])
    .where('i.session_id', '=', sessionId)
    .where('s.enabled', '=', true)
    .where('s.logout_url', 'is not', null)
    .$narrowType<{ logout_url: string }>()
    .orderBy('s.display_name')
    .execute();

/** Addresses at which the service providers of a session sign its user out, each with a signed request. */
export async function spLogoutUris(
  tools: Tools,
  session: OpenSession,
  now: Date,
): Promise<{ name: string; uri: string }[]> {
  const { tenantId, session_id } = session;
  const told = await tools.db.reading(tenantId, (tx) => findTold(tx, session_id));
  if (told.length === 0) return [];
  const signer = await signerOf(tools, tenantId);
  const issuer = samlAddresses(tools.config.publicUrl, tenantId).entityId;
  return told.map(({ saml_sp_id, display_name: name, entity_id: audience, logout_url: destination, ...row }) => {
    const format = row.name_id_format as NameIdFormat;
    const message = writeLogoutRequest(
      { issuer, now, destination },
      {
        ...{ nameId: row.name_id, format: uriOfFormat(format), sessionIndex: sessionIndexOf(session_id, saml_sp_id) },
        // As its assertion wrote the name: strict peers compare all of it.
        ...(format === 'persistent' && { qualifiers: { by: issuer, for: audience } }),
      },
    );
    return { name, uri: signedAddress(destination, { kind: 'SAMLRequest', message }, signer) };
  });
}

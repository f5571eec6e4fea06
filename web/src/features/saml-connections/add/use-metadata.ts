import type { importSaml, importSamlFrom } from '#contract/federation/saml-connections.ts';
import { MAX_METADATA_LENGTH } from '#contract/federation/saml-values.ts';
import type { AnswerOf } from '#contract/route.ts';
import { isApiError } from '../../../api/api-error.ts';
import { call } from '../../../api/call.ts';
import { useMetadata } from '../../../base/federation/use-metadata.ts';
import { useMe } from '../../../base/session-queries.ts';
import type { Act } from '../../../base/use-act.ts';
import type { Translate } from '../../../i18n/keys.ts';
import { useT } from '../../../i18n/use-t.tsx';

export type ReadMetadata = AnswerOf<typeof importSaml>;

const importPath = '/api/auth/tenants/{tenantId}/operations/saml/import';

/** What a document can lack, by the field that the server names. */
const lacks = ['address', 'metadata', 'entities', 'validUntil', 'entityId', 'ssoUrl'] as const;

/** What is wrong with metadata that the server refused; undefined: something else failed. */
export function metadataMistake(t: Translate, error: unknown): string | undefined {
  const [entry] = isApiError(error) ? error.entries : [];
  if (entry?.message_id === 'certification_expired') return t('samlConnections.metadata_expired');
  if (entry?.message_id === 'certification_unregistered') return t('samlConnections.metadata_noCertificate');
  if (entry?.message_id !== 'invalid_params') return undefined;
  const lack = lacks.find((one) => one === entry.field) ?? 'metadata';
  return lack === 'address' ? t('saml.metadataUrlFailed') : t(`samlConnections.metadata_${lack}`);
}

/** Metadata of an identity provider; `take` gets what it says. */
export function useProviderMetadata(run: Act['run'], take: (read: ReadMetadata) => void) {
  const t = useT();
  const { tenantId } = useMe();
  const asked = { method: 'POST', params: { tenantId }, pattern: 'powerUser' } as const;
  return useMetadata<ReadMetadata>({
    ...{ run, take, most: MAX_METADATA_LENGTH },
    tooLarge: t('samlConnections.metadataLarge'),
    unreadable: t('samlConnections.metadataUnreadable'),
    mistakeOf: (error) => metadataMistake(t, error),
    read: (given) =>
      'address' in given
        ? call<typeof importSamlFrom>({ ...asked, path: `${importPath}From`, body: given })
        : call<typeof importSaml>({ ...asked, path: importPath, body: given }),
  });
}

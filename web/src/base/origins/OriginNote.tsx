import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { getOrigin } from '#contract/provisioning/provided.ts';
import { call } from '../../api/call.ts';
import type { TextKey } from '../../i18n/keys.ts';
import { RichText } from '../../i18n/use-t.tsx';
import parts from '../../ui/form/parts.module.css';
import { useMe } from '../session-queries.ts';

type Props = {
  type: 'user' | 'group';
  uuid: string;
  /** The sentence, with a part and a value `source`. */
  text: TextKey;
  /** Where the source is not known. */
  otherwise: ReactNode;
};

/** That a source provides a thing, with its name, for those who may a link to it. */
export function OriginNote({ type, uuid, text, otherwise }: Props) {
  const { tenantId, permissions } = useMe();
  const { data } = useQuery({
    // Below the key of all that sources are about.
    queryKey: ['provisioning', tenantId, 'origin', type, uuid],
    queryFn: ({ signal }) =>
      call<typeof getOrigin>({
        method: 'GET',
        path: '/api/auth/tenants/{tenantId}/provisioningOrigins/{type}/{uuid}',
        params: { tenantId, type, uuid },
        pattern: 'powerUser',
        signal,
      }),
    enabled: permissions.includes('users:read'),
  });
  if (!data) return <p className={parts.note}>{otherwise}</p>;
  const { uuid: sourceUuid, displayName: source } = data.source;
  const named = permissions.includes('tenant:write') ? (
    <Link to="/portal/provisioning/$uuid" params={{ uuid: sourceUuid }} />
  ) : (
    <strong />
  );
  return (
    <p className={parts.note}>
      <RichText text={text} params={{ source }} parts={{ source: named }} />
    </p>
  );
}

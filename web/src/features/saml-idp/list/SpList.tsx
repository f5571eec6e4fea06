import { Link } from '@tanstack/react-router';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useMemo } from 'react';
import { failedList } from '../../../base/failure.ts';
import { type ColumnKit, useColumnKit } from '../../../base/list/columns.tsx';
import { useMe } from '../../../base/session-queries.ts';
import { ListTable } from '../../../ui/list/ListTable.tsx';
import type { ListColumn } from '../../../ui/list/list-types.ts';
import { StatusBadge } from '../../../ui/text/StatusBadge.tsx';
import { type Sp, spListQuery } from '../queries.ts';
import classes from '../saml-idp.module.css';

const rowId = ({ samlSpId }: Sp) => samlSpId;
const rowName = ({ displayName }: Sp) => displayName;

/** When the last of its active certificates expires; null without any. */
const expiryOf = ({ certifications }: Sp): string | null =>
  certifications
    .filter(({ active }) => active)
    .map(({ expiresAt }) => expiresAt)
    .sort()
    .at(-1) ?? null;

const columnsOf = ({ t, time }: ColumnKit): ListColumn<Sp>[] => [
  {
    id: 'displayName',
    header: t('common.name'),
    isName: true,
    cell: ({ samlSpId, displayName, entityId }) => (
      <span className={classes.name}>
        <Link to="/portal/tenant/saml-idp-settings/$samlSpId" params={{ samlSpId }}>
          {displayName}
        </Link>
        <small>{entityId}</small>
      </span>
    ),
  },
  {
    id: 'enabled',
    header: t('common.status'),
    isStatus: true,
    cell: ({ enabled }) => (
      <StatusBadge tone={enabled ? 'good' : 'neutral'}>{t(enabled ? 'samlIdp.on' : 'samlIdp.off')}</StatusBadge>
    ),
  },
  time('expiresAt', t('samlIdp.certificateExpires'), expiryOf, { priority: 2 }),
  time('updatedAt', t('samlIdp.lastChanged'), ({ updatedAt }) => updatedAt, { priority: 1 }),
];

/** The apps that sign the tenant's users in by SAML. */
export function SpList({ add }: { add: ReactNode }) {
  const kit = useColumnKit();
  const { t } = kit;
  const query = useQuery(spListQuery(useMe().tenantId));
  return (
    <ListTable<Sp>
      id="saml-sps"
      plain
      caption={t('ui.tenant.saml-idp-settings')}
      columns={useMemo(() => columnsOf(kit), [kit])}
      rows={query.data}
      rowId={rowId}
      rowName={rowName}
      expectedRows={3}
      failed={failedList(t, query, t('samlIdp.failed'))}
      empty={{ title: t('samlIdp.emptyTitle'), text: t('samlIdp.empty'), action: add }}
    />
  );
}

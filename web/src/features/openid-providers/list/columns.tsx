import { Link } from '@tanstack/react-router';
import type { ColumnKit } from '../../../base/list/columns.tsx';
import type { ListColumn } from '../../../ui/list/list-types.ts';
import { StatusBadge } from '../../../ui/text/StatusBadge.tsx';
import type { Provider } from '../queries.ts';

export function providerColumns({ t, time, words, figure }: ColumnKit): ListColumn<Provider>[] {
  return [
    {
      id: 'name',
      header: t('common.name'),
      isName: true,
      cell: ({ opId, displayName }) => (
        <Link to="/portal/openid-providers/$opId" params={{ opId }}>
          {displayName}
        </Link>
      ),
    },
    {
      id: 'state',
      header: t('common.status'),
      isStatus: true,
      cell: ({ enabled }) => (
        <StatusBadge tone={enabled ? 'good' : 'neutral'}>{t(enabled ? 'openid.on' : 'openid.off')}</StatusBadge>
      ),
    },
    words('issuer', t('logs.field_issuer'), ({ issuer }) => issuer, { priority: 2 }),
    figure('linkedUsers', t('logs.field_linkedUsers'), ({ linkedUsers }) => linkedUsers, { priority: 1 }),
    time('testedAt', t('openid.tested'), ({ testedAt }) => testedAt, { priority: 3 }),
  ];
}

import { Link } from '@tanstack/react-router';
import type { ColumnKit } from '../../../base/list/columns.tsx';
import type { ListColumn } from '../../../ui/list/list-types.ts';
import classes from '../provisioning.module.css';
import type { Source } from '../queries.ts';
import { SourceBadge } from '../SourceBadge.tsx';

export function sourceColumns({ t, time, figure }: ColumnKit): ListColumn<Source>[] {
  return [
    {
      id: 'name',
      header: t('common.name'),
      isName: true,
      cell: ({ uuid, displayName, kind }) => (
        <span className={classes.name}>
          <Link to="/portal/provisioning/$uuid" params={{ uuid }}>
            {displayName}
          </Link>
          <small>{t(`history.source_${kind}`)}</small>
        </span>
      ),
    },
    { id: 'state', header: t('common.status'), isStatus: true, cell: (source) => <SourceBadge source={source} /> },
    figure('users', t('provisioning.users'), ({ users }) => users, { priority: 1 }),
    figure('quarantined', t('provisioning.quarantined'), ({ quarantined }) => quarantined, { priority: 2 }),
    figure('activeTokens', t('ui.nav.managementTokens'), ({ activeTokens }) => activeTokens, { priority: 3 }),
    time('lastUsedAt', t('provisioning.lastContact'), ({ lastUsedAt }) => lastUsedAt, {
      priority: 0,
      never: t('provisioning.never'),
    }),
  ];
}

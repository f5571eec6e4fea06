import { Link } from '@tanstack/react-router';
import type { ColumnKit } from '../../../base/list/columns.tsx';
import type { ListColumn } from '../../../ui/list/list-types.ts';
import { StatusBadge } from '../../../ui/text/StatusBadge.tsx';
import { kindOf } from '../kinds.ts';
import classes from '../oauth-apps.module.css';
import type { App } from '../queries.ts';

export function appColumns({ t, time, words }: ColumnKit): ListColumn<App>[] {
  return [
    {
      id: 'name',
      header: t('common.name'),
      isName: true,
      cell: ({ clientId, name }) => (
        <span className={classes.name}>
          <Link to="/portal/oauth-apps/$clientId" params={{ clientId }}>
            {name}
          </Link>
          <small>{clientId}</small>
        </span>
      ),
    },
    {
      id: 'state',
      header: t('common.status'),
      isStatus: true,
      cell: ({ disabled }) => (
        <StatusBadge tone={disabled ? 'neutral' : 'good'}>
          {t(disabled ? 'oauthApps.state_disabled' : 'oauthApps.state_enabled')}
        </StatusBadge>
      ),
    },
    words('kind', t('oauthApps.kind'), (app) => t(`oauthApps.kind_${kindOf(app)}`), { priority: 3 }),
    {
      id: 'scopes',
      header: t('logs.field_scopes'),
      priority: 2,
      cell: ({ scopes }) => <span className={classes.scopes}>{scopes.join(' ')}</span>,
    },
    time('updatedAt', t('oauthApps.lastChanged'), ({ updatedAt }) => updatedAt, { priority: 1 }),
    time('createdAt', t('oauthApps.added'), ({ createdAt }) => createdAt, { hiddenAtFirst: true, priority: 4 }),
  ];
}

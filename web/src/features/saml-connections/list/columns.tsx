import { Link } from '@tanstack/react-router';
import { dash } from '#contract/display.ts';
import { expiryState } from '../../../base/expirations/state.ts';
import type { ColumnKit } from '../../../base/list/columns.tsx';
import type { ListColumn } from '../../../ui/list/list-types.ts';
import { DateTimeText } from '../../../ui/text/DateTimeText.tsx';
import { StatusBadge } from '../../../ui/text/StatusBadge.tsx';
import { lastExpiry } from '../expiry.ts';
import type { Connection } from '../queries.ts';
import classes from '../saml-connections.module.css';

export function connectionColumns({ t, time, figure, zone }: ColumnKit): ListColumn<Connection>[] {
  return [
    {
      id: 'name',
      header: t('common.name'),
      isName: true,
      cell: ({ samlId, displayName, entityId }) => (
        <span className={classes.name}>
          <Link to="/portal/tenant/saml-settings/$samlId" params={{ samlId }}>
            {displayName}
          </Link>
          <small>{entityId}</small>
        </span>
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
    figure('linkedUsers', t('saml.linkedUsers'), ({ linkedUsers }) => linkedUsers, { priority: 2 }),
    {
      id: 'expiresAt',
      header: t('samlConnections.certificateExpires'),
      priority: 0,
      cell: (connection) => {
        const expiresAt = lastExpiry(connection);
        if (expiresAt === null) return dash;
        const state = expiryState({ expiresAt });
        return (
          <span className={classes.expiry}>
            <DateTimeText value={expiresAt} timeZone={zone} dateOnly />
            {state === 'valid' ? null : (
              <StatusBadge tone={state === 'expired' ? 'bad' : 'warning'}>
                {t(`samlConnections.expiry_${state}`)}
              </StatusBadge>
            )}
          </span>
        );
      },
    },
    time('testedAt', t('openid.tested'), ({ testedAt }) => testedAt, {
      priority: 3,
      never: t('openid.neverTested'),
    }),
  ];
}

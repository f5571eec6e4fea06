import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useMemo } from 'react';
import { failedList } from '../../../base/failure.ts';
import { type ColumnKit, useColumnKit } from '../../../base/list/columns.tsx';
import { paths } from '../../../base/paths.ts';
import { useMe } from '../../../base/session-queries.ts';
import { ListTable } from '../../../ui/list/ListTable.tsx';
import type { ListColumn } from '../../../ui/list/list-types.ts';
import { PageTitle } from '../../../ui/page/PageTitle.tsx';
import { StatusBadge } from '../../../ui/text/StatusBadge.tsx';
import classes from '../licenses.module.css';
import { OverUsedBadge } from '../OverUsedBadge.tsx';
import { tones, Use } from '../parts.tsx';
import { type App, appsOf, licensesFor, statusOf } from './apps.ts';
import { allLicensesQuery } from './queries.ts';

const rowId = ({ serviceClass }: App) => serviceClass;
const rowName = ({ name }: App) => name;

function columnsOf({ t }: ColumnKit): ListColumn<App>[] {
  const seats = (volumeType: 'user' | 'device'): ListColumn<App> => ({
    id: volumeType,
    header: t(`licenses.app.seats_${volumeType}`),
    cell: (app) => {
      const licenses = licensesFor(app, volumeType);
      if (licenses.length === 0) return t('common.none');
      return (
        <span className={classes.seats}>
          {licenses.map((license) => (
            <Use key={license.licenseId} license={license} />
          ))}
        </span>
      );
    },
  });
  return [
    {
      id: 'name',
      header: t('licenses.service'),
      isName: true,
      cell: ({ serviceClass, name }) => (
        <span className={classes.name}>
          <Link to="/portal/apps/$serviceClass" params={{ serviceClass }}>
            {name}
          </Link>
          <small>{serviceClass}</small>
        </span>
      ),
    },
    {
      id: 'status',
      isStatus: true,
      header: t('common.status'),
      cell: (app) => (
        <span className={classes.badges}>
          <StatusBadge tone={tones[statusOf(app)]}>{t(`common.licenseStatus.${statusOf(app)}`)}</StatusBadge>
          {app.licenses.map((license) => (
            <OverUsedBadge key={license.licenseId} license={license} />
          ))}
        </span>
      ),
    },
    seats('user'),
    seats('device'),
    {
      id: 'licenses',
      priority: 1,
      header: t('ui.tenant.license-list'),
      cell: ({ licenses }) => t('licenses.count', { count: licenses.length }),
    },
  ];
}

/** The apps the organization has licenses of, with the seats that are used. */
export function AppList() {
  const kit = useColumnKit();
  const { t } = kit;
  const query = useQuery(allLicensesQuery(useMe().tenantId));
  return (
    <>
      <PageTitle
        title={t('ui.nav.permissions')}
        actions={
          <>
            <Button variant="default" renderRoot={(props) => <Link to={paths.userPermissions} {...props} />}>
              {t('licenses.app.assign_user')}
            </Button>
            <Button variant="default" renderRoot={(props) => <Link to={paths.devicePermissions} {...props} />}>
              {t('licenses.app.assign_device')}
            </Button>
          </>
        }
      >
        {t('licenses.app.lead')}
      </PageTitle>
      <ListTable
        id="apps"
        plain
        caption={t('ui.nav.permissions')}
        columns={useMemo(() => columnsOf(kit), [kit])}
        rows={useMemo(() => query.data && appsOf(query.data), [query.data])}
        rowId={rowId}
        rowName={rowName}
        expectedRows={4}
        failed={failedList(t, query, t('licenses.app.failed'))}
        empty={{ title: t('licenses.app.emptyTitle'), text: t('licenses.app.empty') }}
      />
    </>
  );
}

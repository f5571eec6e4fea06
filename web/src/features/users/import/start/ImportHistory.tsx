import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { useMemo } from 'react';
import type { UserImport } from '#contract/people/user-imports.ts';
import { IMPORT_KEPT_DAYS, IMPORT_WAITS_DAYS } from '#contract/limits.ts';
import { type ColumnKit, useColumnKit } from '../../../../base/list/columns.tsx';
import { QueryList } from '../../../../base/list/QueryList.tsx';
import { useMe } from '../../../../base/session-queries.ts';
import { importsAddress } from '../one/page-search.ts';
import { userImportsQuery } from '../../../../base/jobs/job-queries.ts';
import type { ListColumn } from '../../../../ui/list/list-types.ts';
import { StatusBadge } from '../../../../ui/text/StatusBadge.tsx';
import classes from '../../users.module.css';
import { importName, isCarriedOut, statusTone } from '../words.ts';

const route = getRouteApi('/frame/portal/users/import');

const rowId = ({ importId }: UserImport) => importId;
const rowName = ({ fileName }: UserImport) => fileName;

function historyColumns({ t, language, time, words }: ColumnKit): ListColumn<UserImport>[] {
  const number = new Intl.NumberFormat(language);
  const count = (name: 'create' | 'update' | 'delete' | 'wrong', priority: number) =>
    words<UserImport>(
      name,
      t(`transfer.rows_${name}`),
      // Where not everything was carried out, the counts say what the file wants.
      (one) => one.counts && (name === 'wrong' || isCarriedOut(one)) && number.format(one.counts[name]),
      { numeric: true, priority },
    );
  return [
    {
      id: 'file',
      header: t('transfer.fileName'),
      isName: true,
      cell: (one) => (
        <Link className={classes.person} to="/portal/users/import/$importId" params={{ importId: one.importId }}>
          {importName(t, one)}
        </Link>
      ),
    },
    {
      id: 'status',
      isStatus: true,
      header: t('common.status'),
      cell: ({ status }) => <StatusBadge tone={statusTone[status]}>{t(`transfer.status_${status}`)}</StatusBadge>,
    },
    count('create', 0),
    count('update', 1),
    count('delete', 3),
    count('wrong', 0),
    words('by', t('transfer.by'), ({ createdBy }) => createdBy, { priority: 2 }),
    time('at', t('transfer.at'), ({ createdAt }) => createdAt),
  ];
}

/** What was imported, newest first. */
export function ImportHistory() {
  const kit = useColumnKit();
  const { t } = kit;
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const waits = t('transfer.waits', { count: IMPORT_WAITS_DAYS });
  return (
    <>
      <h2 className={classes.heading}>{t('transfer.history')}</h2>
      <p className={classes.lead}>{t('transfer.historyKept', { count: IMPORT_KEPT_DAYS, waits })}</p>
      <QueryList
        id="user-imports"
        caption={t('transfer.history')}
        columns={useMemo(() => historyColumns(kit), [kit])}
        query={useQuery(userImportsQuery(useMe().tenantId, search.cursor))}
        rowId={rowId}
        rowName={rowName}
        at={search}
        go={(change, replace = false) => void navigate({ search: importsAddress.changed(search, change), replace })}
        paged="by cursor"
        oneSize
        failedTitle={t('transfer.historyFailedTitle')}
        empty={{ title: t('transfer.historyEmptyTitle'), text: t('transfer.historyEmpty') }}
      />
    </>
  );
}

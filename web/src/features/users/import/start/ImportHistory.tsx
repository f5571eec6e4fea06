import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { useMemo } from 'react';
import type { UserImport } from '#contract/people/user-imports.ts';
import { dash } from '#contract/display.ts';
import { DEFAULT_PAGE_SIZE, IMPORT_KEPT_DAYS, IMPORT_WAITS_DAYS } from '#contract/limits.ts';
import { failedList } from '../../../../base/failure.ts';
import { userImportsQuery } from '../../../../base/jobs/job-queries.ts';
import { timeZoneOf, useMe } from '../../../../base/session-queries.ts';
import type { Translate } from '../../../../i18n/keys.ts';
import { useLanguage, useT } from '../../../../i18n/use-t.tsx';
import { CursorPager } from '../../../../ui/list/CursorPager.tsx';
import { DateTimeText } from '../../../../ui/text/DateTimeText.tsx';
import type { ListColumn } from '../../../../ui/list/list-types.ts';
import { ListTable } from '../../../../ui/list/ListTable.tsx';
import { StatusBadge } from '../../../../ui/text/StatusBadge.tsx';
import classes from '../../users.module.css';
import { importName, isCarriedOut, statusTone } from '../words.ts';

const route = getRouteApi('/frame/portal/users/import');

const rowId = ({ importId }: UserImport) => importId;
const rowName = ({ fileName }: UserImport) => fileName;

function historyColumns(t: Translate, language: string, timeZone: string): ListColumn<UserImport>[] {
  const number = new Intl.NumberFormat(language);
  const figure = (name: 'create' | 'update' | 'delete' | 'wrong'): ListColumn<UserImport> => ({
    id: name,
    header: t(`transfer.rows_${name}`),
    numeric: true,
    // Where not everything was carried out, the counts say what the file wants.
    cell: (one) => (one.counts && (name === 'wrong' || isCarriedOut(one)) ? number.format(one.counts[name]) : dash),
  });
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
    figure('create'),
    figure('update'),
    figure('delete'),
    figure('wrong'),
    { id: 'by', header: t('transfer.by'), cell: ({ createdBy }) => createdBy || dash },
    {
      id: 'at',
      header: t('transfer.at'),
      cell: ({ createdAt }) => <DateTimeText value={createdAt} timeZone={timeZone} />,
    },
  ];
}

/** What was imported, newest first. */
export function ImportHistory() {
  const t = useT();
  const language = useLanguage();
  const me = useMe();
  const timeZone = timeZoneOf(me);
  const { cursor } = route.useSearch();
  const navigate = route.useNavigate();
  const list = useQuery(userImportsQuery(me.tenantId, cursor));
  const { data } = list;
  const columns = useMemo(() => historyColumns(t, language, timeZone), [t, language, timeZone]);
  const waits = t('transfer.waits', { count: IMPORT_WAITS_DAYS });
  const go = (next: string | undefined) => void navigate({ search: next ? { cursor: next } : {} });
  return (
    <>
      <h2 className={classes.heading}>{t('transfer.history')}</h2>
      <p className={classes.lead}>{t('transfer.historyKept', { count: IMPORT_KEPT_DAYS, waits })}</p>
      <ListTable
        id="user-imports"
        caption={t('transfer.history')}
        columns={columns}
        rows={data?.results}
        rowId={rowId}
        rowName={rowName}
        expectedRows={3}
        totalResults={data?.totalResults ?? 0}
        failed={failedList(t, list, t('transfer.historyFailedTitle'))}
        empty={{ title: t('transfer.historyEmptyTitle'), text: t('transfer.historyEmpty') }}
        pager={
          data && (data.next || data.previous || cursor) ? (
            <CursorPager
              pageSize={DEFAULT_PAGE_SIZE}
              pageSizes={[DEFAULT_PAGE_SIZE]}
              totalResults={data.totalResults}
              next={data.next}
              previous={data.previous}
              onCursor={go}
              onPageSize={() => go(undefined)}
            />
          ) : null
        }
      />
    </>
  );
}

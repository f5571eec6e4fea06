import { Button } from '@mantine/core';
import IconDownload from '@tabler/icons-react/dist/esm/icons/IconDownload.mjs';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { lazy, Suspense, useMemo, useState } from 'react';
import type { LogKind } from '#contract/logs/logs-fields.ts';
import { formatDateTime } from '#contract/display.ts';
import { LearnMore } from '../../base/guides/LearnMore.tsx';
import { QueryList } from '../../base/list/QueryList.tsx';
import { PageLead } from '../../ui/page/PageTitle.tsx';
import { timeZoneOf, useMe } from '../../base/session-queries.ts';
import { loadAreas } from '../../i18n/texts.ts';
import { useLanguage, useT } from '../../i18n/use-t.tsx';
import { DateTimeText } from '../../ui/text/DateTimeText.tsx';
import { AlertArea, type AlertContent, AlertMessage } from '../../ui/page/AlertArea.tsx';
import type { ListColumn } from '../../ui/list/list-types.ts';
import { ChartCard } from './ChartCard.tsx';
import { DetailDrawer } from './DetailDrawer.tsx';
import { Filters } from './Filters.tsx';
import {
  changedSearch,
  isFiltered,
  type LogSearch,
  readLogSearch,
  type SearchChange,
  withoutFilters,
} from './log-search.ts';
import type { LogView } from './log-view.ts';
import classes from './logs.module.css';
import { chartQuery, type Entries, logQuery } from './queries.ts';

// The log's first load is not to carry it.
const ExportDialog = lazy(async () => {
  const [dialog] = await Promise.all([import('./export/ExportDialog.tsx'), loadAreas('transfer')]);
  return dialog;
});

const rowId = ({ id }: { id: string }) => id;
const rowName = ({ at }: { at: string }) => at;

/** One of the logs (spec section 2, login-log and system-log): over time, row by row, each with all that is known. */
export function LogPage<Kind extends LogKind>({ view }: { view: LogView<Kind> }) {
  const t = useT();
  const language = useLanguage();
  const me = useMe();
  const timeZone = timeZoneOf(me);
  const search: LogSearch = useSearch({ from: view.route });
  const navigate = useNavigate();
  const [exporting, setExporting] = useState(false);
  const [alert, setAlert] = useState<AlertContent>();
  const list = useQuery(logQuery(view.kind, me.tenantId, timeZone, search));
  const chart = useQuery(chartQuery(view.kind, me.tenantId, timeZone, search));
  // From the search that is on its way, or the second of two changes in a row would take the first back.
  const to = (next: (before: LogSearch) => LogSearch, replace = false) =>
    void navigate({ to: view.path, search: (before) => next(readLogSearch(before)), replace });
  // Typing replaces the entry of the browser's history, or going back would undo single letters.
  const go = (change: SearchChange, replace = false) => to((before) => changedSearch(before, change), replace);
  const open = (entry: string | undefined) => to((before) => readLogSearch({ ...before, entry }), true);
  const columns = useColumns(view, timeZone, open, setAlert);
  const { data } = list;
  const opened = data?.results.find(({ id }) => id === search.entry);
  // The chart counts what the list only knows to be at least so many.
  const counted =
    chart.data && !chart.isPlaceholderData && chart.data.countedFrom === null ? chart.data.rows : undefined;
  return (
    <>
      <PageLead
        actions={
          <Button
            variant="default"
            leftSection={<IconDownload size={16} aria-hidden="true" />}
            onClick={() => setExporting(true)}
          >
            {t('logs.export')}
          </Button>
        }
      >
        {t(view.lead)} <LearnMore guide="logs" about={t(view.title)} />
      </PageLead>
      <AlertArea alert={alert} onClose={() => setAlert(undefined)} />
      <ChartCard
        view={view}
        chart={chart}
        timeZone={timeZone}
        onChoose={(from, end) => go({ period: 'custom', from, to: end })}
      />
      {data?.searchedTo && !list.isPlaceholderData ? (
        <SearchedTo
          at={formatDateTime(new Date(data.searchedTo), language, timeZone)}
          onNext={() => go({ cursor: data.next })}
        />
      ) : null}
      <QueryList
        id={`log-${view.kind}`}
        caption={t(view.title)}
        columns={columns}
        query={list}
        rowId={rowId}
        rowName={rowName}
        counted={counted}
        emptyPages
        toolbar={<Filters view={view} search={search} timeZone={timeZone} onChange={(change) => go(change, true)} />}
        onClearSearch={isFiltered(search) ? () => to(withoutFilters) : undefined}
        at={search}
        go={go}
        paged="by cursor"
        failedTitle={t('logs.failedTitle')}
        empty={{ title: t('logs.emptyTitle'), text: t('logs.empty') }}
      />
      <DetailDrawer
        view={view}
        entry={opened}
        timeZone={timeZone}
        onClose={() => open(undefined)}
        onFilter={(change) =>
          to((before) =>
            changedSearch(withoutFilters(before), {
              period: before.period,
              from: before.from,
              to: before.to,
              ...change,
            }),
          )
        }
      />
      {exporting ? (
        <Suspense>
          <ExportDialog
            kind={view.kind}
            search={search}
            timeZone={timeZone}
            total={counted ?? data?.totalResults ?? 0}
            totalIsEstimate={counted === undefined}
            onClose={() => setExporting(false)}
          />
        </Suspense>
      ) : null}
    </>
  );
}

/** The time of a row opens its details; the rest is the log's own. */
function useColumns<Kind extends LogKind>(
  view: LogView<Kind>,
  timeZone: string,
  open: (entry: string) => void,
  say: (alert: AlertContent | undefined) => void,
) {
  const t = useT();
  const language = useLanguage();
  // Acts on users are all there are.
  const acts = useMe().permissions.includes('users:write') ? view.acts : undefined;
  return useMemo<ListColumn<Entries[Kind]>[]>(
    () => [
      {
        id: 'at',
        header: t('logs.time'),
        isName: true,
        cell: ({ id, at }) => (
          <button type="button" className={classes.open} onClick={() => open(id)}>
            <DateTimeText value={at} timeZone={timeZone} ago seconds />
          </button>
        ),
      },
      ...view.columns({ t, language, timeZone }),
      ...(acts
        ? [
            {
              ...{ id: 'acts', header: t('history.acts'), isActs: true },
              cell: (entry: Entries[Kind]) => acts(entry, say),
            },
          ]
        : []),
    ],
    [t, language, timeZone, view, open, acts, say],
  );
}

/** Nothing older was looked at yet. */
function SearchedTo({ at, onNext }: { at: string; onNext: () => void }) {
  const t = useT();
  return (
    <AlertMessage
      alert={{
        kind: 'info',
        text: t('logs.searchedTo', { time: at }),
        action: { label: t('logs.searchOn'), onClick: onNext },
      }}
    />
  );
}

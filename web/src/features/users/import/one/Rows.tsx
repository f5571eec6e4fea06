import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useMemo, useState } from 'react';
import type { UserImport, UserImportRow } from '#contract/people/user-imports.ts';
import { importRowKinds } from '#contract/people/user-imports-fields.ts';
import { dash } from '#contract/display.ts';
import { DEFAULT_PAGE_SIZE } from '#contract/limits.ts';
import { QueryList } from '../../../../base/list/QueryList.tsx';
import type { ChangeOf, ListPlace } from '../../../../ui/list/address.ts';
import { useMe } from '../../../../base/session-queries.ts';
import type { Translate } from '../../../../i18n/keys.ts';
import { useLanguage, useT } from '../../../../i18n/use-t.tsx';
import { CountCards } from '../../../../ui/text/CountCards.tsx';
import type { ListColumn } from '../../../../ui/list/list-types.ts';
import { StatusBadge } from '../../../../ui/text/StatusBadge.tsx';
import type { ItemNamesOf } from '../../../../base/history/item-words.ts';
import { tenantSettingsQuery } from '../../../../base/tenant-settings.ts';
import classes from '../../users.module.css';
import { userImportRowsQuery } from '../queries.ts';
import { isCarriedOut, isUndo, kindTone, kindWords, rowsIn, rowState, rowSummary } from '../words.ts';
import { importAddress } from './page-search.ts';
import { RowDialog } from './RowDialog.tsx';

const route = getRouteApi('/frame/portal/users/import/$importId');

const rowId = ({ row }: UserImportRow) => String(row);
const rowName = ({ row, userId }: UserImportRow) => userId || String(row);

type Words = { t: Translate; language: string; names: ItemNamesOf | undefined; ended: boolean; undo: boolean };

function rowColumns(
  { t, language, names, ended, undo }: Words,
  open: (row: number) => void,
): ListColumn<UserImportRow>[] {
  return [
    {
      id: 'userId',
      header: t('common.userId'),
      isName: true,
      cell: ({ row, userId }) => (
        <button
          type="button"
          className={classes.open}
          aria-label={t('transfer.openRow', { row, userId: userId || t('history.nothing') })}
          onClick={() => open(row)}
        >
          {userId || t('history.nothing')}
        </button>
      ),
    },
    { id: 'row', header: t('transfer.rowNumber'), numeric: true, priority: 1, cell: ({ row }) => row },
    {
      id: 'kind',
      isStatus: true,
      header: t(ended ? 'transfer.happened' : 'transfer.happens'),
      cell: (row) => {
        const { tone, text } = rowState(t, row, ended, undo);
        return <StatusBadge tone={tone}>{text}</StatusBadge>;
      },
    },
    {
      id: 'what',
      header: t('transfer.what'),
      isText: true,
      cell: (row) => {
        const text = rowSummary(t, language, row, names);
        if (text === '') return dash;
        return <span className={row.reasons.length > 0 ? classes.wrongDetails : classes.details}>{text}</span>;
      },
    },
  ];
}

/** The rows of an import: how many of each kind, and each of them to open. */
export function Rows({ shown }: { shown: UserImport & { counts: NonNullable<UserImport['counts']> } }) {
  const t = useT();
  const language = useLanguage();
  const { tenantId } = useMe();
  const search = route.useSearch();
  const { kind, cursor, count = DEFAULT_PAGE_SIZE } = search;
  const navigate = route.useNavigate();
  const { data: tenant } = useQuery(tenantSettingsQuery(tenantId));
  const query = userImportRowsQuery(tenantId, shown, { kind, cursor, count });
  const list = useQuery(query);
  const [opened, setOpened] = useState<number>();
  const names = tenant?.userExtensionAttributeProperties;
  const ended = shown.finishedAt !== null;
  const undo = isUndo(shown);
  const columns = useMemo(
    () => rowColumns({ t, language, names, ended, undo }, setOpened),
    [t, language, names, ended, undo],
  );
  const rows = list.data?.results ?? [];
  const place = rows.findIndex(({ row }) => row === opened);
  const [row, before, after] = [rows[place], rows[place - 1], rows[place + 1]];
  const total = rowsIn(shown.counts, kind);
  const go = (change: ChangeOf<typeof search> | ListPlace) => {
    const next = (before: typeof search) => importAddress.changed(before, change);
    void navigate({ search: next, replace: true, resetScroll: false });
  };
  const done = isCarriedOut(shown);
  const caption = kind ? kindWords(t, kind, done, undo) : t('transfer.allRows');
  return (
    <>
      <CountCards
        label={t('transfer.kinds')}
        chosen={kind}
        onChoose={(next) => go({ kind: next })}
        cards={importRowKinds.map((id) => ({
          id,
          label: kindWords(t, id, done, undo),
          count: shown.counts[id],
          tone: kindTone[id],
        }))}
      />
      <QueryList
        id="user-import-rows"
        caption={caption}
        columns={columns}
        query={list}
        rowId={rowId}
        rowName={rowName}
        expectedRows={Math.min(count, Math.max(1, total), 12)}
        counted={total}
        onClearSearch={kind ? () => go({ kind: undefined }) : undefined}
        at={search}
        go={go}
        paged="by cursor"
        failedTitle={t('transfer.rowsFailedTitle')}
        empty={{ title: t('transfer.noRowsTitle'), text: t('transfer.noRows') }}
      />
      {row ? (
        <RowDialog
          row={row}
          names={names}
          ended={ended}
          undo={undo}
          onPrevious={before ? () => setOpened(before.row) : undefined}
          onNext={after ? () => setOpened(after.row) : undefined}
          onClose={() => setOpened(undefined)}
        />
      ) : null}
    </>
  );
}

import { useQuery, type UseQueryOptions } from '@tanstack/react-query';
import { useState } from 'react';
import {
  ADD_USERS_MAX_SELECTED,
  ADD_USERS_MODAL_WIDTH,
  ADD_USERS_PAGE_SIZE,
  ADD_USERS_TABLE_HEIGHT,
  MAX_GROUP_KEYWORD_LENGTH,
} from '#contract/limits.ts';
import { failedList } from '../base/failure.ts';
import { useLanguage, useT } from '../i18n/use-t.tsx';
import { AlertArea, type AlertContent } from '../ui/page/AlertArea.tsx';
import { CursorPager } from '../ui/list/CursorPager.tsx';
import type { ListColumn } from '../ui/list/list-types.ts';
import { ListTable } from '../ui/list/ListTable.tsx';
import { ModalDialog } from '../ui/dialog/ModalDialog.tsx';
import { SearchBox } from '../ui/list/SearchBox.tsx';
import classes from './pickers.module.css';
import type { PickPage, PickPlace } from './queries.ts';
import { useChosenRows } from './use-chosen-rows.ts';

/** What whoever opens such a dialog says of it. */
export type PickDialogProps<Row> = {
  title: string;
  okLabel: string;
  /** The uuid of the group they are added to: what is in it already is not offered. */
  notIn?: string;
  /** They are being added: nothing in the dialog does anything. */
  busy?: boolean;
  /** How it went, where it did not go well. */
  alert?: AlertContent | undefined;
  /** The uuids of those that turned out not to be there any more: they are not chosen, and nobody can choose them. */
  gone?: ReadonlySet<string>;
  onOk: (rows: readonly Row[]) => void;
  onCancel: () => void;
};

/** What is chosen from. */
type Choosable<Row> = {
  thing: 'users' | 'devices';
  query: (asked: { keyword: string; notIn?: string | undefined }, place: PickPlace) => UseQueryOptions<PickPage<Row>>;
  columns: readonly ListColumn<Row>[];
  nameOf: (row: Row) => string;
};

const rowId = ({ uuid }: { uuid: string }) => uuid;

/** Chooses rows: search box, table with boxes to tick, pager (spec section 2, "Add-users-to-group dialog"). */
export function PickRowsDialog<Row extends { uuid: string }>({
  title,
  okLabel,
  notIn,
  busy = false,
  alert,
  gone,
  onOk,
  onCancel,
  thing,
  query,
  columns,
  nameOf,
}: PickDialogProps<Row> & Choosable<Row>) {
  const t = useT();
  const [keyword, setKeyword] = useState('');
  const [place, setPlace] = useState<PickPlace>({});
  const picked = useChosenRows<Row>(ADD_USERS_MAX_SELECTED, gone);
  const page = useQuery(query({ keyword, notIn }, place));
  const { data, isPlaceholderData } = page;
  const search = (wanted: string) => {
    setKeyword(wanted);
    setPlace({});
  };
  const most = new Intl.NumberFormat(useLanguage()).format(ADD_USERS_MAX_SELECTED);
  return (
    <ModalDialog
      opened
      title={title}
      okLabel={okLabel}
      width={ADD_USERS_MODAL_WIDTH}
      busy={busy}
      okDisabled={data === undefined || isPlaceholderData || picked.rows.length === 0}
      onOk={() => onOk(picked.rows)}
      onCancel={onCancel}
    >
      <div className={classes.users}>
        <ListTable
          id={`pick-${thing}`}
          plain
          caption={t(`pickers.${thing}`)}
          columns={columns}
          rows={data?.results}
          rowId={rowId}
          rowName={nameOf}
          loading={isPlaceholderData}
          expectedRows={8}
          maxHeight={ADD_USERS_TABLE_HEIGHT}
          totalResults={data?.totalResults ?? 0}
          totalIsEstimate={data?.totalIsEstimate}
          selection={picked.selection}
          onSelection={({ ids }) => picked.choose(ids, data?.results)}
          toolbar={
            <SearchBox
              data-autofocus
              label={t(`pickers.search_${thing}`)}
              value={keyword}
              maxLength={MAX_GROUP_KEYWORD_LENGTH}
              onSearch={search}
            />
          }
          onClearSearch={keyword === '' ? undefined : () => search('')}
          failed={failedList(t, page, t(`pickers.failed_${thing}`))}
          empty={{ title: t(`pickers.noneTitle_${thing}`), text: t(`pickers.${notIn ? 'allIn' : 'none'}_${thing}`) }}
          pager={data && data.results.length > 0 ? <PickPager page={data} go={setPlace} /> : null}
        />
      </div>
      <p role="status" className={picked.cut ? classes.limit : classes.note}>
        {t(`pickers.${picked.cut ? 'cut' : 'limit'}_${thing}`, { most })}
      </p>
      <AlertArea alert={alert} />
    </ModalDialog>
  );
}

function PickPager({ page, go }: { page: PickPage<unknown>; go: (place: PickPlace) => void }) {
  const { totalResults, totalIsEstimate, next, previous } = page;
  const last = () => go({ page: Math.ceil(totalResults / ADD_USERS_PAGE_SIZE) });
  return (
    <CursorPager
      pageSize={ADD_USERS_PAGE_SIZE}
      pageSizes={[ADD_USERS_PAGE_SIZE]}
      totalResults={totalResults}
      totalIsEstimate={totalIsEstimate}
      next={next}
      previous={previous}
      onCursor={(cursor) => go(cursor === undefined ? {} : { cursor })}
      onLast={totalIsEstimate ? undefined : last}
      onPageSize={() => go({})}
    />
  );
}

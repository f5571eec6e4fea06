import { SegmentedControl } from '@mantine/core';
import '@mantine/core/styles/FloatingIndicator.layer.css';
import '@mantine/core/styles/SegmentedControl.layer.css';
import type { UseQueryResult } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { DEFAULT_PAGE_SIZE, MAX_GROUP_USERS_A_CALL, MAX_KEYWORD_LENGTH } from '#contract/limits.ts';
import { QueryList } from '../../../base/list/QueryList.tsx';
import type { ChangeOf, ListPlace } from '../../../ui/list/address.ts';
import { useT } from '../../../i18n/use-t.tsx';
import type { PickPage } from '../../../pickers/queries.ts';
import { useChosenRows } from '../../../pickers/use-chosen-rows.ts';
import type { ListColumn } from '../../../ui/list/list-types.ts';
import { SearchBox } from '../../../ui/list/SearchBox.tsx';
import { CutNote } from '../CutNote.tsx';
import classes from '../groups.module.css';
import type { MembersAsked } from '../queries.ts';
import { type GroupPageSearch, memberKinds, groupPageAddress } from './page-search.ts';

const route = getRouteApi('/frame/portal/groups/$uuid');

/** A member of a group, whatever it is, and how that comes. */
type Member = { uuid: string; direct: boolean; through: readonly { uuid: string }[] };
const rowId = ({ uuid }: Member) => uuid;

type Props<Row extends Member> = {
  thing: 'users' | 'devices';
  page: UseQueryResult<PickPage<Row>>;
  columns: readonly ListColumn<Row>[];
  nameOf: (row: Row) => string;
  /** Beside the search box: the way to the list of all, and the button that puts more in. */
  tools: ReactNode;
  /** The button that takes the chosen out; absent for whoever may not. */
  takeOut?: ((chosen: readonly Row[], onDone: () => void) => ReactNode) | undefined;
};

/** What of one kind is in a group: put into it itself, or coming through a child group, and through which. */
export function MemberTable<Row extends Member>({ thing, page, columns, nameOf, tools, takeOut }: Props<Row>) {
  const t = useT();
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const { members = 'all', keyword = '' } = search;
  const chosen = useChosenRows<Row>(MAX_GROUP_USERS_A_CALL);
  const go = (change: ChangeOf<GroupPageSearch> | ListPlace, replace = false) =>
    void navigate({ search: (before) => groupPageAddress.changed(before, change), replace });
  return (
    <QueryList
      id={`group-${thing}`}
      plain
      caption={t(`groups.members_of_${thing}`)}
      columns={columns}
      query={page}
      rowId={rowId}
      rowName={nameOf}
      toolbar={
        <>
          <SearchBox
            label={t(`groups.search_${thing}`)}
            value={keyword}
            maxLength={MAX_KEYWORD_LENGTH}
            onSearch={(wanted) => go({ keyword: wanted }, true)}
          />
          <SegmentedControl
            className={classes.views}
            aria-label={t('groups.membership')}
            value={members}
            data={memberKinds.map((value) => ({ value, label: t(`groups.members_${value}`) }))}
            onChange={(kind) => go({ members: kind === 'all' ? undefined : (kind as 'direct' | 'inherited') })}
          />
          {tools}
        </>
      }
      onClearSearch={keyword === '' ? undefined : () => go({ keyword: undefined })}
      at={search}
      go={go}
      paged="by cursor"
      oneSize
      failedTitle={t(`groups.failed_${thing}`)}
      empty={{ title: t(`groups.noneTitle_${thing}`), text: t(`groups.none_${thing}_${members}`) }}
      {...(takeOut
        ? {
            selection: chosen.selection,
            onSelection: ({ ids }) => chosen.choose(ids, page.data?.results),
            selectionActions: (
              <>
                {takeOut(chosen.rows, chosen.clear)}
                {chosen.cut ? <CutNote most={MAX_GROUP_USERS_A_CALL} /> : null}
              </>
            ),
          }
        : {})}
    />
  );
}

/** What the address asks of the members of a group. */
export function useMembersAsked(): MembersAsked & { keyword: string } {
  const { members = 'all', keyword = '', cursor } = route.useSearch();
  return { members, keyword, count: DEFAULT_PAGE_SIZE, ...(cursor ? { cursor } : {}) };
}

import { SegmentedControl } from '@mantine/core';
import '@mantine/core/styles/FloatingIndicator.layer.css';
import '@mantine/core/styles/SegmentedControl.layer.css';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { useMemo, useState } from 'react';
import type { Group } from '#contract/authentication/groups-fields.ts';
import type { GroupMember } from '#contract/authentication/groups-members.ts';
import { personName } from '#contract/display.ts';
import { DEFAULT_PAGE_SIZE, MAX_GROUP_USERS_A_CALL, MAX_KEYWORD_LENGTH } from '#contract/limits.ts';
import { escapeSearchKeyword } from '#contract/rules.ts';
import { failureText, requestIdOf } from '../../../app/failure.ts';
import { paths } from '../../../app/paths.ts';
import { useLanguage, useT } from '../../../i18n/use-t.tsx';
import { chooseRows, type ChosenRows } from '../../../pickers/chosen-rows.ts';
import { CursorPager } from '../../../ui/CursorPager.tsx';
import { ListTable } from '../../../ui/ListTable.tsx';
import { SearchBox } from '../../../ui/SearchBox.tsx';
import classes from '../groups.module.css';
import { membersQuery } from '../queries.ts';
import { AddMembers, RemoveMembers } from './MemberActs.tsx';
import { memberColumns } from './member-columns.tsx';
import { type GroupPageSearch, memberKinds, readGroupPageSearch } from './page-search.ts';
import type { Say } from './use-group-acts.ts';

export type TabProps = { group: Group; mayChange: boolean; say: Say };

const route = getRouteApi('/frame/portal/groups/$uuid');
const rowId = ({ uuid }: GroupMember) => uuid;
const none: ChosenRows<GroupMember> = new Map();

/** The members: those put into the group, those who come through a child group, and through which. */
export function MembersTab({ group, mayChange, say }: TabProps) {
  const t = useT();
  const language = useLanguage();
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const { members = 'all', keyword = '', cursor } = search;
  const { data, error, isError, isPlaceholderData, refetch } = useQuery(
    membersQuery(group.tenantId, group.uuid, {
      members,
      count: DEFAULT_PAGE_SIZE,
      keyword: escapeSearchKeyword(keyword, 'user').slice(0, MAX_KEYWORD_LENGTH),
      ...(cursor ? { cursor } : {}),
    }),
  );
  const columns = useMemo(() => memberColumns(t, language), [t, language]);
  const [chosen, setChosen] = useState(none);
  const selection = useMemo(() => ({ all: false, ids: new Set(chosen.keys()) }), [chosen]);
  const go = (change: { [Field in keyof GroupPageSearch]?: GroupPageSearch[Field] | undefined }, replace = false) =>
    void navigate({ search: readGroupPageSearch({ ...search, cursor: undefined, ...change }), replace });
  const empty = group.userCount === 0 && !group.hasChildren;
  return (
    <ListTable
      id="group-members"
      plain
      caption={t('groups.members')}
      columns={columns}
      rows={data?.results}
      rowId={rowId}
      rowName={(user) => personName(user, language) || user.userId}
      loading={isPlaceholderData}
      expectedRows={5}
      totalResults={data?.totalResults ?? 0}
      toolbar={
        <>
          <SearchBox
            label={t('groups.searchMembers')}
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
          <Link to={paths.users} search={{ group: group.uuid }}>
            {t('groups.inUserList')}
          </Link>
          {mayChange ? <AddMembers group={group} say={say} /> : null}
        </>
      }
      onClearSearch={keyword === '' ? undefined : () => go({ keyword: undefined })}
      failed={
        isError
          ? {
              title: t('groups.membersFailed'),
              text: failureText(t, error),
              requestId: requestIdOf(error),
              onRetry: () => void refetch(),
            }
          : undefined
      }
      empty={{
        title: t('groups.noMembersTitle'),
        text: t(empty || members === 'all' ? 'groups.noMembers' : `groups.noMembers_${members}`),
      }}
      {...(mayChange
        ? {
            selection,
            onSelection: ({ ids }) =>
              setChosen(chooseRows(chosen, ids, data?.results ?? [], MAX_GROUP_USERS_A_CALL).chosen),
            selectionActions: (
              <RemoveMembers group={group} say={say} chosen={[...chosen.values()]} onDone={() => setChosen(none)} />
            ),
          }
        : {})}
      pager={
        data && data.results.length > 0 ? (
          <CursorPager
            pageSize={DEFAULT_PAGE_SIZE}
            pageSizes={[DEFAULT_PAGE_SIZE]}
            totalResults={data.totalResults}
            totalIsEstimate={data.totalIsEstimate}
            next={data.next}
            previous={data.previous}
            onCursor={(next) => go({ cursor: next })}
            onPageSize={() => go({})}
          />
        ) : null
      }
    />
  );
}

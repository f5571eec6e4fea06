import { Button, SegmentedControl } from '@mantine/core';
import '@mantine/core/styles/FloatingIndicator.layer.css';
import '@mantine/core/styles/SegmentedControl.layer.css';
import IconUserPlus from '@tabler/icons-react/dist/esm/icons/IconUserPlus.mjs';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { Suspense, useMemo, useState } from 'react';
import type { Group } from '#contract/authentication/groups-fields.ts';
import type { GroupMember } from '#contract/authentication/groups-members.ts';
import { personName } from '#contract/display.ts';
import { DEFAULT_PAGE_SIZE, MAX_GROUP_USERS_A_CALL, MAX_KEYWORD_LENGTH } from '#contract/limits.ts';
import { escapeSearchKeyword } from '#contract/rules.ts';
import { failureText, requestIdOf } from '../../../app/failure.ts';
import { paths } from '../../../app/paths.ts';
import { useLanguage, useT } from '../../../i18n/use-t.tsx';
import { chooseRows, type ChosenRows } from '../../../pickers/chosen-rows.ts';
import { AddUsersDialog } from '../../../pickers/dialogs.ts';
import type { AlertContent } from '../../../ui/AlertArea.tsx';
import { ConfirmDialog } from '../../../ui/ConfirmDialog.tsx';
import { CursorPager } from '../../../ui/CursorPager.tsx';
import { ListTable } from '../../../ui/ListTable.tsx';
import { SearchBox } from '../../../ui/SearchBox.tsx';
import classes from '../groups.module.css';
import { membersQuery } from '../queries.ts';
import { memberColumns } from './member-columns.tsx';
import { type GroupPageSearch, memberKinds, readGroupPageSearch } from './page-search.ts';
import type { Say } from './use-group-acts.ts';
import { useMembers } from './use-members.tsx';

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

function AddMembers({ group, say }: Pick<TabProps, 'group' | 'say'>) {
  const t = useT();
  const [opened, setOpened] = useState(false);
  const [alert, setAlert] = useState<AlertContent>();
  const { busy, users } = useMembers(group, say, setAlert);
  return (
    <>
      <Button
        className={classes.end}
        leftSection={<IconUserPlus size={16} aria-hidden="true" />}
        onClick={() => {
          setAlert(undefined);
          setOpened(true);
        }}
      >
        {t('groups.addUsers')}
      </Button>
      {opened ? (
        <Suspense>
          <AddUsersDialog
            title={t('groups.addUsersTitle', { name: group.name })}
            okLabel={t('groups.addUsersNow')}
            notIn={group.uuid}
            busy={busy}
            alert={alert}
            onOk={(chosen) =>
              void users(
                'add',
                chosen.map(({ userId }) => userId),
              ).then((done) => setOpened(!done))
            }
            onCancel={() => setOpened(false)}
          />
        </Suspense>
      ) : null}
    </>
  );
}

type RemoveProps = Pick<TabProps, 'group' | 'say'> & { chosen: readonly GroupMember[]; onDone: () => void };

/** Takes direct members out. Who comes through a child group stays a member, which the dialog says before. */
function RemoveMembers({ group, say, chosen, onDone }: RemoveProps) {
  const t = useT();
  const [opened, setOpened] = useState(false);
  const { busy, users } = useMembers(group, say);
  const direct = chosen.filter((member) => member.direct);
  const staying = chosen.filter(({ through }) => through.length > 0).length;
  const remove = () => {
    const ids = direct.map(({ userId }) => userId);
    void users('remove', ids).then((done) => {
      setOpened(false);
      if (done) onDone();
    });
  };
  return (
    <>
      <Button size="compact-sm" variant="default" disabled={direct.length === 0} onClick={() => setOpened(true)}>
        {t('groups.takeOut')}
      </Button>
      <ConfirmDialog
        opened={opened}
        title={t('groups.removeUsersTitle', { count: direct.length, name: group.name })}
        okLabel={t('groups.takeOut')}
        danger
        busy={busy}
        affected={direct.length}
        onOk={remove}
        onCancel={() => setOpened(false)}
      >
        <p>{t('groups.removeUsersEffect', { count: direct.length })}</p>
        {staying > 0 ? <p>{t('groups.staying', { count: staying })}</p> : null}
      </ConfirmDialog>
    </>
  );
}

import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { lazy, Suspense, useMemo, useState } from 'react';
import { personName } from '#contract/display.ts';
import { type ProvisionedState, provisionedStates } from '#contract/provisioning/target-values.ts';
import { failedList } from '../../../base/failure.ts';
import { type ColumnKit, useColumnKit } from '../../../base/list/columns.tsx';
import { useMe } from '../../../base/session-queries.ts';
import { addressOfUser } from '../../../base/thing-address.ts';
import { FilterSelect } from '../../../ui/list/FilterSelect.tsx';
import { FirstNext } from '../../../ui/list/FirstNext.tsx';
import { ListTable } from '../../../ui/list/ListTable.tsx';
import type { ListColumn } from '../../../ui/list/list-types.ts';
import { PageLead } from '../../../ui/page/PageTitle.tsx';
import { Person } from '../../../ui/text/Person.tsx';
import { type ProvisionedUser, type Target, usersQuery } from '../queries.ts';
import { UserBadge } from '../TargetBadge.tsx';
import classes from '../targets.module.css';
import { planOf, resultWords } from './result-words.ts';
import type { TargetActs } from './use-target-acts.ts';

const UserDialog = lazy(() => import('./UserDialog.tsx'));

const route = getRouteApi('/frame/portal/provisioning-targets/$uuid');
const rowId = ({ uuid }: ProvisionedUser) => uuid;
const rowName = ({ userId, uuid }: ProvisionedUser) => userId ?? uuid;

function columnsOf(
  { t, time, words, language }: ColumnKit,
  target: Target,
  view: (user: ProvisionedUser) => void,
): ListColumn<ProvisionedUser>[] {
  return [
    {
      id: 'user',
      header: t('provisioning.user'),
      isName: true,
      cell: (user) =>
        user.userId === null ? (
          <span className={classes.name}>
            {t('targets.deletedUser')}
            <small>{user.uuid}</small>
          </span>
        ) : (
          <Link to="/portal/users/$userId" params={{ userId: addressOfUser(user.userId) }}>
            <Person name={personName(user, language)} userId={user.userId} />
          </Link>
        ),
    },
    { id: 'state', header: t('common.status'), isStatus: true, cell: ({ state }) => <UserBadge state={state} /> },
    words('plan', t('targets.plan'), ({ wanted }) => t(planOf(target, wanted)), { priority: 1 }),
    words('result', t('webhooks.result'), (user) => (user.failure === null ? null : resultWords(t, user)), {
      priority: 2,
    }),
    time('triedAt', t('webhooks.tried'), ({ triedAt }) => triedAt, { priority: 3, never: t('webhooks.never') }),
    {
      id: 'acts',
      header: t('webhooks.acts'),
      isActs: true,
      cell: (user) => (
        <Button
          size="compact-sm"
          variant="default"
          aria-label={t('targets.viewOf', { name: rowName(user) })}
          onClick={() => view(user)}
        >
          {t('webhooks.view')}
        </Button>
      ),
    },
  ];
}

/** The users of a target, and how each of them is. */
export function UsersTab({ target, acts }: { target: Target; acts: TargetActs }) {
  const kit = useColumnKit();
  const { t } = kit;
  const { tenantId } = useMe();
  const { state, after } = route.useSearch();
  const navigate = route.useNavigate();
  const query = useQuery(usersQuery(tenantId, target.uuid, { state, after }));
  const [viewed, setViewed] = useState<ProvisionedUser>();
  const go = (search: { state?: ProvisionedState | undefined; after?: string | undefined }) =>
    void navigate({
      search: { ...(search.state && { state: search.state }), ...(search.after && { after: search.after }) },
      replace: true,
    });
  const next = query.data?.next;
  return (
    <>
      <PageLead
        actions={
          <Button variant="default" loading={query.isFetching} onClick={() => void query.refetch()}>
            {t('webhooks.refresh')}
          </Button>
        }
      >
        {t('targets.usersLead')}
      </PageLead>
      <ListTable<ProvisionedUser>
        id="target-users"
        plain
        caption={t('provisioning.tab_users')}
        columns={useMemo(() => columnsOf(kit, target, setViewed), [kit, target])}
        rows={query.data?.results}
        rowId={rowId}
        rowName={rowName}
        expectedRows={8}
        failed={failedList(t, query, t('targets.usersFailed'))}
        toolbar={
          <FilterSelect
            label={t('common.status')}
            value={state ?? ''}
            choices={[
              { value: '', label: t('webhooks.anyState') },
              ...provisionedStates.map((value) => ({
                value,
                label: t('targets.stateCount', { state: t(`targets.state_${value}`), number: target.users[value] }),
              })),
            ]}
            onChange={(chosen) => go({ state: provisionedStates.find((one) => one === chosen) })}
          />
        }
        onClearSearch={state ? () => go({}) : undefined}
        empty={{ title: t('provisioning.usersEmptyTitle'), text: t('targets.usersEmpty') }}
        pager={
          <FirstNext
            words={{ first: t('ui.firstPage'), next: t('ui.nextPage') }}
            onFirst={after ? () => go({ state }) : undefined}
            onNext={next ? () => go({ state, after: next }) : undefined}
          />
        }
      />
      {viewed === undefined ? null : (
        <Suspense>
          <UserDialog target={target} user={viewed} acts={acts} onClose={() => setViewed(undefined)} />
        </Suspense>
      )}
    </>
  );
}

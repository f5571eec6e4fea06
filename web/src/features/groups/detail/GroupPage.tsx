import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { Group } from '#contract/people/groups-fields.ts';
import type { Permission } from '#contract/roles.ts';
import { LeaveGuard } from '../../../base/LeaveGuard.tsx';
import { Loaded } from '../../../base/Loaded.tsx';
import { paths } from '../../../base/paths.ts';
import { usePageAlert } from '../../../base/page-alert.ts';
import { PlaceCrumbs } from '../../../base/PlaceCrumbs.tsx';
import { useMe } from '../../../base/session-queries.ts';
import { useT } from '../../../i18n/use-t.tsx';
import { groupQuery } from '../../../pickers/queries.ts';
import { AlertArea } from '../../../ui/page/AlertArea.tsx';
import { EnterSaves } from '../../../ui/form/EnterSaves.tsx';
import { PageTabs } from '../../../ui/page/PageTabs.tsx';
import { SaveBar } from '../../../ui/form/SaveBar.tsx';
import { ChildrenTab } from './ChildrenTab.tsx';
import { DevicesTab } from './DevicesTab.tsx';
import { GroupOrigin } from './GroupOrigin.tsx';
import { GroupConflict } from './GroupConflict.tsx';
import { GroupHead } from './GroupHead.tsx';
import { HistoryTab } from './HistoryTab.tsx';
import { MembersTab } from './MembersTab.tsx';
import { type GroupTab, groupTabs } from './page-search.ts';
import { ProfileTab } from './ProfileTab.tsx';
import { useGroupForm } from './use-group-form.ts';

const route = getRouteApi('/frame/portal/groups/$uuid');

/** One group (spec section 2, "Group Management": edit). */
export function GroupPage() {
  const t = useT();
  const { tenantId } = useMe();
  const { uuid } = route.useParams();
  const query = useQuery(groupQuery(tenantId, uuid));
  const here = query.data?.name ?? t('groups.group');
  const [parent, ...others] = query.data?.parents ?? [];
  return (
    <>
      <PlaceCrumbs
        here={here}
        more={
          parent && others.length === 0
            ? [
                <Link key="parent" to="/portal/groups/$uuid" params={{ uuid: parent.uuid }}>
                  {parent.name}
                </Link>,
              ]
            : []
        }
      />
      {query.data ? null : <h1 className="visually-hidden">{here}</h1>}
      <Loaded
        query={query}
        height={480}
        failedTitle={t('groups.oneFailedTitle')}
        missing={{
          title: t('groups.missing.title'),
          text: t('groups.missing.text'),
          back: t('groups.missing.back'),
          to: paths.groups,
        }}
      >
        {(group) => <GroupForms key={group.uuid} group={group} />}
      </Loaded>
    </>
  );
}

function GroupForms({ group }: { group: Group }) {
  const t = useT();
  const me = useMe();
  const { tab = 'profile' } = route.useSearch();
  const navigate = route.useNavigate();
  const [alert, setAlert] = usePageAlert();
  const form = useGroupForm(group, setAlert);
  const mayChange = me.permissions.includes('users:write');
  const part = { group, mayChange, say: setAlert };
  const contents: Record<GroupTab, () => ReactNode> = {
    profile: () => (
      <EnterSaves>
        <ProfileTab group={group} form={form} mayChange={mayChange} />
      </EnterSaves>
    ),
    members: () => (
      <>
        <GroupOrigin group={group} />
        <MembersTab {...part} mayChange={mayChange && group.source === 'local'} />
      </>
    ),
    devices: () => <DevicesTab {...part} />,
    children: () => <ChildrenTab {...part} />,
    history: () => <HistoryTab group={group} />,
  };
  const needs: Partial<Record<GroupTab, Permission>> = { history: 'logs:read', devices: 'devices:read' };
  const offered = groupTabs.filter((one) => me.permissions.includes(needs[one] ?? 'users:read'));
  const open = (id: string) => {
    const next = offered.find((one) => one === id) ?? 'profile';
    void navigate({ search: next === 'profile' ? {} : { tab: next }, replace: true });
  };
  return (
    <>
      <GroupHead group={group} say={setAlert} />
      <AlertArea alert={alert} onClose={() => setAlert(undefined)} />
      <GroupConflict form={form} />
      <PageTabs
        label={t('groups.tabs')}
        value={offered.includes(tab) ? tab : 'profile'}
        tabs={offered.map((id) => ({ id, label: t(`groups.tab_${id}`), content: contents[id]() }))}
        onChange={open}
      />
      <SaveBar
        changed={form.changed && !form.conflict}
        invalid={!form.valid}
        busy={form.busy}
        onSave={form.save}
        onDiscard={form.discard}
      />
      <LeaveGuard changed={form.changed} />
    </>
  );
}

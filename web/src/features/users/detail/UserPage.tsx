import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useRef } from 'react';
import type { User } from '#contract/people/users-fields.ts';
import { personName } from '#contract/display.ts';
import type { Permission } from '#contract/roles.ts';
import { LeaveGuard } from '../../../base/LeaveGuard.tsx';
import { Loaded } from '../../../base/Loaded.tsx';
import { usePageAlert } from '../../../base/page-alert.ts';
import { paths } from '../../../base/paths.ts';
import { PlaceCrumbs } from '../../../base/PlaceCrumbs.tsx';
import { ReasonsTab } from '../../../base/reasons/Reasons.tsx';
import { useMe } from '../../../base/session-queries.ts';
import { useLanguage, useT } from '../../../i18n/use-t.tsx';
import { AlertArea } from '../../../ui/page/AlertArea.tsx';
import { EnterSaves } from '../../../ui/form/EnterSaves.tsx';
import { PageTabs } from '../../../ui/page/PageTabs.tsx';
import { SaveBar } from '../../../ui/form/SaveBar.tsx';
import { idOfAddress } from '../../../base/thing-address.ts';
import { userQuery } from '../queries.ts';
import { AppsTab } from './AppsTab.tsx';
import { DeviceTab } from './device/DeviceTab.tsx';
import { GroupsTab } from './GroupsTab.tsx';
import { HistoryTab } from './HistoryTab.tsx';
import { ProfileTab } from './ProfileTab.tsx';
import { RolesTab } from './RolesTab.tsx';
import { UserConflict } from './UserConflict.tsx';
import { SignInState } from './sign-in/SignInState.tsx';
import { useAskedActs } from './use-asked-acts.tsx';
import { UserHead } from './UserHead.tsx';
import { useUserForm } from './use-user-form.ts';
import { userTabs, type UserTab } from './page-search.ts';

const route = getRouteApi('/frame/portal/users/$userId');

/** One user (spec section 2, "User Management": edit). */
export function UserPage() {
  const t = useT();
  const language = useLanguage();
  const { tenantId } = useMe();
  const userId = idOfAddress(route.useParams().userId);
  const query = useQuery(userQuery(tenantId, userId));
  const here = query.data ? personName(query.data, language) || query.data.userId : userId;
  return (
    <>
      <PlaceCrumbs here={here} />
      {query.data ? null : <h1 className="visually-hidden">{here}</h1>}
      <Loaded
        query={query}
        height={480}
        failedTitle={t('users.oneFailedTitle')}
        missing={{
          title: t('users.missing.title', { userId }),
          text: t('users.missing.text'),
          back: t('users.missing.back'),
          to: paths.users,
        }}
      >
        {(user) => <UserForms key={user.uuid} user={user} />}
      </Loaded>
    </>
  );
}

function UserForms({ user }: { user: User }) {
  const t = useT();
  const me = useMe();
  const { tab = 'profile' } = route.useSearch();
  const navigate = route.useNavigate();
  const [alert, setAlert] = usePageAlert();
  const { draft, mistakes, busy, change, conflict, ...page } = useUserForm(user, setAlert);
  const mayChange = me.permissions.includes('users:write');
  const acts = useAskedActs(user, setAlert);
  const addressBox = useRef<HTMLInputElement>(null);
  const toAddressBox = async () => {
    await navigate({ search: {}, replace: true });
    // Once its tab is drawn.
    requestAnimationFrame(() => addressBox.current?.focus());
  };
  const form = { user, draft, change, mistakes, mayChange };
  const contents: Record<UserTab, () => React.ReactNode> = {
    profile: () => (
      <EnterSaves>
        <ProfileTab {...form} say={setAlert} onGiveUp={page.giveUp} addressBox={addressBox} />
      </EnterSaves>
    ),
    roles: () => <RolesTab {...form} />,
    groups: () => <GroupsTab user={user} mayChange={mayChange} say={setAlert} />,
    licenses: () => <ReasonsTab holder={{ tenantId: user.tenantId, type: 'user', id: user.userId }} say={setAlert} />,
    device: () => <DeviceTab user={user} mayChange={mayChange} say={setAlert} />,
    apps: () => <AppsTab user={user} mayChange={mayChange} say={setAlert} />,
    history: () => <HistoryTab user={user} />,
  };
  const needs: Partial<Record<UserTab, Permission>> = { history: 'logs:read', licenses: 'licenses:read' };
  const offered = userTabs.filter((one) => me.permissions.includes(needs[one] ?? 'users:read'));
  return (
    <>
      <UserHead user={user} busy={acts.busy} onAct={acts.choose} />
      <AlertArea alert={alert} onClose={() => setAlert(undefined)} />
      <SignInState user={user} busy={acts.busy} onAct={acts.choose} onAddAddress={() => void toAddressBox()} />
      <UserConflict user={user} form={{ draft, conflict }} />
      <PageTabs
        label={t('users.tabs')}
        value={offered.includes(tab) ? tab : 'profile'}
        tabs={offered.map((id) => ({ id, label: t(`users.tab_${id}`), content: contents[id]() }))}
        onChange={(id) => void navigate({ search: id === 'profile' ? {} : { tab: id as UserTab }, replace: true })}
      />
      <SaveBar
        changed={page.changed && !conflict}
        invalid={!page.valid}
        busy={busy}
        onSave={page.save}
        onDiscard={page.discard}
      />
      <LeaveGuard changed={page.changed} />
      {acts.dialogs}
    </>
  );
}

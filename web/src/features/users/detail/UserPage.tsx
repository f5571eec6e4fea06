import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { useReducer, useState } from 'react';
import type { User } from '#contract/authentication/users-fields.ts';
import type { updateUser } from '#contract/authentication/users.ts';
import { personName } from '#contract/display.ts';
import type { Permission } from '#contract/roles.ts';
import { call } from '../../../api/call.ts';
import { fieldMistakes } from '../../../app/failure.ts';
import { LeaveGuard } from '../../../app/LeaveGuard.tsx';
import { Loaded } from '../../../app/Loaded.tsx';
import { paths } from '../../../app/paths.ts';
import { ReasonsTab } from '../../../app/reasons/Reasons.tsx';
import { useMe, useRenewMe } from '../../../app/session-queries.ts';
import { useAct } from '../../../app/use-act.ts';
import { useLanguage, useT } from '../../../i18n/use-t.tsx';
import { AlertArea, type AlertContent } from '../../../ui/AlertArea.tsx';
import { Breadcrumbs } from '../../../ui/Breadcrumbs.tsx';
import { PageTabs } from '../../../ui/PageTabs.tsx';
import { SaveBar } from '../../../ui/SaveBar.tsx';
import { idOfAddress } from '../../../app/thing-address.ts';
import { userQuery } from '../queries.ts';
import { type Changes, changesOf, draftOf, isValid, reduceEdits, undoOf } from './draft.ts';
import { DeviceTab } from './device/DeviceTab.tsx';
import { GroupsTab } from './GroupsTab.tsx';
import { HistoryTab } from './HistoryTab.tsx';
import { ProfileTab } from './ProfileTab.tsx';
import { RolesTab } from './RolesTab.tsx';
import { UserHead } from './UserHead.tsx';
import { useTakeUser } from './use-user-acts.ts';
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
      <Breadcrumbs
        links={[
          <Link key="users" to={paths.users} activeOptions={{ exact: true }}>
            {t('users.title')}
          </Link>,
        ]}
        here={here}
      />
      {query.data ? null : <h1 className="visually-hidden">{here}</h1>}
      <Loaded query={query} height={480} failedTitle={t('users.oneFailedTitle')}>
        {(user) => <UserForms key={user.uuid} user={user} />}
      </Loaded>
    </>
  );
}

const formFields = [
  'familyName',
  'givenName',
  'department',
  'location',
  'description',
  'loginMailAddress',
  'mailAddresses',
] as const;
export type FormMistakes = Partial<Record<(typeof formFields)[number], string>>;

/** What is typed on any tab is kept until it is saved or discarded: one save for the whole page. */
function useUserForm(user: User, say: (alert: AlertContent | undefined) => void) {
  const t = useT();
  const me = useMe();
  const renewMe = useRenewMe();
  const take = useTakeUser();
  const [edits, change] = useReducer(reduceEdits, {});
  const [mistakes, setMistakes] = useState<FormMistakes>({});
  const { busy, run } = useAct(say);
  const saved = draftOf(user);
  const draft = { ...saved, ...edits };
  const changes = changesOf(saved, draft);
  const refused = (error: unknown) => {
    const found = fieldMistakes(error, { duplicated_params_loginMailAddress: 'loginMailAddress' }, formFields);
    if (found) setMistakes(Object.fromEntries(Object.entries(found).map(([field, id]) => [field, t(`errors.${id}`)])));
    return found !== undefined;
  };
  const put = async (body: Changes, undo: Changes | undefined, words: 'users.saved' | 'users.undone') => {
    setMistakes({});
    const { tenantId, userId } = user;
    const path = '/api/auth/tenants/{tenantId}/users/{userId}';
    const params = { tenantId, userId };
    const done = await run(
      () => call<typeof updateUser>({ method: 'PUT', path, params, body, pattern: 'powerUser' }),
      refused,
    );
    if (!done) return;
    take(done.answer);
    change({ type: 'reset' });
    if (user.uuid === me.uuid) await renewMe();
    const next = done.answer.nextLoginMailAddress;
    const address = body.loginMailAddress && next ? next : undefined;
    const text = address ? t('users.savedWaiting', { address }) : t(words);
    const action = undo && { label: t('common.undo'), onClick: () => void put(undo, undefined, 'users.undone') };
    say({ kind: 'success', text, ...(action ? { action } : {}) });
  };
  const set: typeof change = (event) => {
    if (event.type === 'set') setMistakes(({ [event.field as keyof FormMistakes]: _, ...others }) => others);
    else setMistakes({});
    change(event);
  };
  return {
    draft,
    changes,
    mistakes,
    busy,
    change: set,
    save: (body: Changes, undo = undoOf(body, user)) => put(body, undo, 'users.saved'),
  };
}

function UserForms({ user }: { user: User }) {
  const t = useT();
  const me = useMe();
  const { tab = 'profile' } = route.useSearch();
  const navigate = route.useNavigate();
  const [alert, setAlert] = useState<AlertContent>();
  const { draft, changes, mistakes, busy, change, save } = useUserForm(user, setAlert);
  const changed = Object.keys(changes).length > 0;
  const mayChange = me.permissions.includes('users:write');
  const form = { user, draft, change, mistakes, mayChange };
  const contents: Record<UserTab, () => React.ReactNode> = {
    profile: () => <ProfileTab {...form} onGiveUp={() => void save({ nextLoginMailAddress: null }, undefined)} />,
    roles: () => <RolesTab {...form} />,
    groups: () => <GroupsTab user={user} mayChange={mayChange} say={setAlert} />,
    licenses: () => <ReasonsTab holder={{ tenantId: user.tenantId, type: 'user', id: user.userId }} />,
    device: () => <DeviceTab user={user} mayChange={mayChange} say={setAlert} />,
    history: () => <HistoryTab user={user} />,
  };
  const needs: Partial<Record<UserTab, Permission>> = { history: 'logs:read', licenses: 'licenses:read' };
  const offered = userTabs.filter((one) => me.permissions.includes(needs[one] ?? 'users:read'));
  return (
    <>
      <UserHead user={user} say={setAlert} />
      <AlertArea alert={alert} onClose={() => setAlert(undefined)} />
      <PageTabs
        label={t('users.tabs')}
        value={offered.includes(tab) ? tab : 'profile'}
        tabs={offered.map((id) => ({ id, label: t(`users.tab_${id}`), content: contents[id]() }))}
        onChange={(id) => void navigate({ search: id === 'profile' ? {} : { tab: id as UserTab }, replace: true })}
      />
      <SaveBar
        changed={changed}
        invalid={!isValid(draft)}
        busy={busy}
        onSave={() => void save(changes)}
        onDiscard={() => change({ type: 'reset' })}
      />
      <LeaveGuard changed={changed} />
    </>
  );
}

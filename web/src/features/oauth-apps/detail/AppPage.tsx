import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import { Conflict } from '../../../base/editing/Conflict.tsx';
import { LearnMore } from '../../../base/guides/LearnMore.tsx';
import { clientHistory } from '../../../base/history/client-words.ts';
import { OperationHistory } from '../../../base/history/OperationHistory.tsx';
import { historyQuery } from '../../../base/history/query.ts';
import { fieldName, sideWords } from '../../../base/history/words.ts';
import { LeaveGuard } from '../../../base/LeaveGuard.tsx';
import { Loaded } from '../../../base/Loaded.tsx';
import { paths } from '../../../base/paths.ts';
import { PlaceCrumbs } from '../../../base/PlaceCrumbs.tsx';
import { useMe } from '../../../base/session-queries.ts';
import { useT } from '../../../i18n/use-t.tsx';
import { EnterSaves } from '../../../ui/form/EnterSaves.tsx';
import { SaveBar } from '../../../ui/form/SaveBar.tsx';
import { SettingsCard } from '../../../ui/form/SettingsCard.tsx';
import { AlertArea, type AlertContent } from '../../../ui/page/AlertArea.tsx';
import { PageTabs } from '../../../ui/page/PageTabs.tsx';
import { AccessTab } from '../access/AccessTab.tsx';
import { ApisTab } from '../apis/ApisTab.tsx';
import { ClaimsTab } from '../claims/ClaimsTab.tsx';
import { Endpoints } from '../Endpoints.tsx';
import { type App, appQuery, oauthAppsKey } from '../queries.ts';
import { AppHead } from './AppHead.tsx';
import { appForm, type Draft } from './draft.ts';
import { LogoutTab } from './LogoutTab.tsx';
import { type AppTab, appTabs } from './page-search.ts';
import { ProblemsTab } from './ProblemsTab.tsx';
import { SettingsTab } from './SettingsTab.tsx';
import { useAppForm } from './use-app-form.ts';

const route = getRouteApi('/frame/portal/oauth-apps/$clientId');

/** One app: what it may do and where it is, how it connects, and what was done to it. */
export function AppPage() {
  const t = useT();
  const { tenantId } = useMe();
  const { clientId } = route.useParams();
  const query = useQuery(appQuery(tenantId, clientId));
  const here = query.data?.name ?? clientId;
  return (
    <>
      <PlaceCrumbs here={here} />
      {query.data ? null : <h1 className="visually-hidden">{here}</h1>}
      <Loaded
        query={query}
        height={480}
        failedTitle={t('oauthApps.oneFailed')}
        missing={{
          title: t('oauthApps.missingTitle', { clientId }),
          text: t('oauthApps.missingText'),
          back: t('oauthApps.missingBack'),
          to: paths.oauthApps,
        }}
      >
        {(app) => <Parts key={app.clientId} app={app} />}
      </Loaded>
    </>
  );
}

function Parts({ app }: { app: App }) {
  const t = useT();
  const me = useMe();
  const { tab = 'settings' } = route.useSearch();
  const navigate = route.useNavigate();
  const [alert, setAlert] = useState<AlertContent>();
  const form = useAppForm(app, setAlert);
  const contents: Record<AppTab, () => ReactNode> = {
    settings: () => (
      <EnterSaves>
        <SettingsTab form={form} />
      </EnterSaves>
    ),
    access: () => <AccessTab app={app} say={setAlert} />,
    claims: () => <ClaimsTab app={app} form={form} />,
    apis: () => <ApisTab form={form} />,
    connection: () => (
      <SettingsCard
        title={t('oauthApps.connectionTitle')}
        why={
          <>
            {t('oauthApps.connectionWhy')} <LearnMore guide="connect-an-app" about={t('oauthApps.connectionTitle')} />
          </>
        }
      >
        <Endpoints app={app} />
      </SettingsCard>
    ),
    problems: () => <ProblemsTab app={app} />,
    logout: () => <LogoutTab app={app} say={setAlert} />,
    history: () => <HistoryTab app={app} />,
  };
  const isOffered = (one: AppTab) =>
    (one !== 'history' || me.permissions.includes('logs:read')) &&
    (one !== 'logout' || app.backchannelLogoutUri !== null);
  const offered = appTabs.filter(isOffered);
  const open = (id: string) => {
    const next = offered.find((one) => one === id) ?? 'settings';
    void navigate({ search: next === 'settings' ? {} : { tab: next }, replace: true });
  };
  return (
    <>
      <AppHead app={app} say={setAlert} />
      <AlertArea alert={alert} onClose={() => setAlert(undefined)} />
      <Conflict<Draft>
        form={form}
        nameOf={(field) => fieldName(t, clientHistory, field)}
        wordsOf={(draft, field) => sideWords(t, clientHistory, field, appForm.sent(draft, field), String)}
      />
      <PageTabs
        label={t('oauthApps.tabs')}
        value={offered.includes(tab) ? tab : 'settings'}
        tabs={offered.map((id) => ({ id, label: t(`oauthApps.tab_${id}`), content: contents[id]() }))}
        onChange={open}
      />
      <SaveBar
        changed={form.changed && !form.conflict}
        invalid={form.invalid}
        busy={form.busy}
        onSave={form.save}
        onDiscard={form.discard}
      />
      <LeaveGuard changed={form.changed} />
    </>
  );
}

function HistoryTab({ app }: { app: App }) {
  const t = useT();
  const { tenantId } = useMe();
  const { cursor } = route.useSearch();
  const navigate = route.useNavigate();
  return (
    <OperationHistory
      id="oauth-app-history"
      caption={t('oauthApps.tab_history')}
      query={historyQuery(oauthAppsKey, tenantId, { targetType: 'oauthClient', targetId: app.clientId }, cursor)}
      words={clientHistory}
      empty={t('oauthApps.historyEmpty')}
      onCursor={(next) => void navigate({ search: { tab: 'history', ...(next ? { cursor: next } : {}) } })}
    />
  );
}

import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import { Conflict } from '../../../base/editing/Conflict.tsx';
import { ProviderActs } from '../../../base/federation/ProviderActs.tsx';
import { ProviderHead } from '../../../base/federation/ProviderHead.tsx';
import { SetupLinkCard } from '../../../base/federation/SetupLinkCard.tsx';
import { UnknownUsersTab } from '../../../base/federation/UnknownUsers.tsx';
import { useTestResult } from '../../../base/federation/use-test-result.ts';
import { OperationHistory } from '../../../base/history/OperationHistory.tsx';
import { historyQuery } from '../../../base/history/query.ts';
import { fieldName, type HistoryWords, sideWords } from '../../../base/history/words.ts';
import { LeaveGuard } from '../../../base/LeaveGuard.tsx';
import { Loaded } from '../../../base/Loaded.tsx';
import { paths } from '../../../base/paths.ts';
import { PlaceCrumbs } from '../../../base/PlaceCrumbs.tsx';
import { useMe } from '../../../base/session-queries.ts';
import { useT } from '../../../i18n/use-t.tsx';
import { EnterSaves } from '../../../ui/form/EnterSaves.tsx';
import { SaveBar } from '../../../ui/form/SaveBar.tsx';
import { AlertArea, type AlertContent } from '../../../ui/page/AlertArea.tsx';
import { PageTabs } from '../../../ui/page/PageTabs.tsx';
import { type Connection, connectionQuery, connectionsKey, tracesQuery, unknownUsersQuery } from '../queries.ts';
import { AnswersTab } from './AnswersTab.tsx';
import { CertificatesTab } from './CertificatesTab.tsx';
import { ConnectionMapping } from './ConnectionMapping.tsx';
import { connectionForm, type Draft } from './draft.ts';
import { type ConnectionTab, connectionTabs } from './page-search.ts';
import { SettingsTab } from './SettingsTab.tsx';
import { SetupCard } from './SetupCard.tsx';
import { useConnectionActs } from './use-connection-acts.ts';
import { useConnectionForm } from './use-connection-form.ts';

const route = getRouteApi('/frame/portal/tenant/saml-settings/$samlId');
const words: HistoryWords = { target: 'samlConnection' };

/** One SAML connection: the steps until it signs users in, its settings, its certificates, and what became of its answers. */
export function ConnectionPage() {
  const t = useT();
  const { tenantId } = useMe();
  const { samlId } = route.useParams();
  const query = useQuery(connectionQuery(tenantId, samlId));
  const here = query.data?.displayName ?? samlId;
  return (
    <>
      <PlaceCrumbs here={here} />
      {query.data ? null : <h1 className="visually-hidden">{here}</h1>}
      <Loaded
        query={query}
        height={480}
        failedTitle={t('samlConnections.oneFailed')}
        missing={{
          title: t('samlConnections.missingTitle', { id: samlId }),
          text: t('openid.missingText'),
          back: t('samlConnections.missingBack'),
          to: paths.tenant('saml-settings'),
        }}
      >
        {(connection) => <Parts key={connection.samlId} connection={connection} />}
      </Loaded>
    </>
  );
}

function Parts({ connection }: { connection: Connection }) {
  const t = useT();
  const me = useMe();
  const { tab = 'settings' } = route.useSearch();
  const navigate = route.useNavigate();
  const [alert, setAlert] = useState<AlertContent>();
  const isBack = useTestResult(setAlert);
  const form = useConnectionForm(connection, setAlert);
  const acts = useConnectionActs(connection, setAlert);
  const { data: traces = [] } = useQuery(tracesQuery(me.tenantId, connection.samlId));
  const unknown = useQuery(unknownUsersQuery(me.tenantId, connection.samlId));
  const contents: Record<ConnectionTab, () => ReactNode> = {
    settings: () => (
      <EnterSaves>
        <SettingsTab connection={connection} form={form} traces={traces} unknown={unknown.data} />
      </EnterSaves>
    ),
    mapping: () => <ConnectionMapping connection={connection} say={setAlert} />,
    newUsers: () => <UnknownUsersTab query={unknown} />,
    certificates: () => <CertificatesTab connection={connection} say={setAlert} />,
    answers: () => <AnswersTab connection={connection} />,
    history: () => <HistoryTab connection={connection} />,
  };
  const offered = connectionTabs.filter((one) => one !== 'history' || me.permissions.includes('logs:read'));
  const open = (id: string) => {
    const next = offered.find((one) => one === id) ?? 'settings';
    void navigate({ search: next === 'settings' ? {} : { tab: next }, replace: true });
  };
  return (
    <>
      <ProviderHead
        provider={connection}
        id={{ label: t('saml.samlId'), value: connection.samlId }}
        actions={<ProviderActs {...acts} provider={connection} />}
      />
      <AlertArea alert={alert} onClose={() => setAlert(undefined)} />
      <Conflict<Draft>
        form={form}
        nameOf={(field) => fieldName(t, words, field)}
        wordsOf={(draft, field) => sideWords(t, words, field, connectionForm.sent(draft, field), String)}
      />
      {connection.enabled && !isBack ? null : <SetupCard connection={connection} traces={traces} acts={acts} />}
      {connection.enabled || connection.linkedUsers > 0 ? null : (
        <SetupLinkCard type="saml" id={connection.samlId} say={setAlert} />
      )}
      <PageTabs
        label={t('samlConnections.tabs')}
        value={offered.includes(tab) ? tab : 'settings'}
        tabs={offered.map((id) => ({ id, label: t(tabLabels[id]), content: contents[id]() }))}
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

const tabLabels = {
  settings: 'openid.tab_settings',
  mapping: 'openid.tab_mapping',
  newUsers: 'openid.tab_newUsers',
  certificates: 'saml.certifications',
  answers: 'openid.tab_answers',
  history: 'samlConnections.tab_history',
} as const satisfies Record<ConnectionTab, string>;

function HistoryTab({ connection }: { connection: Connection }) {
  const t = useT();
  const { tenantId } = useMe();
  const { cursor } = route.useSearch();
  const navigate = route.useNavigate();
  return (
    <OperationHistory
      id="saml-connection-history"
      caption={t('samlConnections.tab_history')}
      query={historyQuery(
        connectionsKey,
        tenantId,
        { targetType: 'samlConnection', targetId: connection.uuid },
        cursor,
      )}
      words={words}
      empty={t('samlConnections.historyEmpty')}
      onCursor={(next) => void navigate({ search: { tab: 'history', ...(next ? { cursor: next } : {}) } })}
    />
  );
}

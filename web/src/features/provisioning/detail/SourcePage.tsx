import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { lazy, type ReactNode, Suspense, useState } from 'react';
import { Conflict } from '../../../base/editing/Conflict.tsx';
import { OperationHistory } from '../../../base/history/OperationHistory.tsx';
import { historyQuery } from '../../../base/history/query.ts';
import { sourceHistory } from '../../../base/history/source-words.ts';
import { fieldName, sideWords } from '../../../base/history/words.ts';
import { LeaveGuard } from '../../../base/LeaveGuard.tsx';
import { Loaded, LoadingCard } from '../../../base/Loaded.tsx';
import { paths } from '../../../base/paths.ts';
import { PlaceCrumbs } from '../../../base/PlaceCrumbs.tsx';
import { useMe } from '../../../base/session-queries.ts';
import { useT } from '../../../i18n/use-t.tsx';
import { EnterSaves } from '../../../ui/form/EnterSaves.tsx';
import { SaveBar } from '../../../ui/form/SaveBar.tsx';
import { AlertArea, type AlertContent, AlertMessage } from '../../../ui/page/AlertArea.tsx';
import { PageTabs } from '../../../ui/page/PageTabs.tsx';
import { QuarantineTab } from '../quarantine/QuarantineTab.tsx';
import classes from '../provisioning.module.css';
import { provisioningKey, type Source, sourceQuery } from '../queries.ts';
import { type SourceTab, sourceTabs } from './page-search.ts';
import { SettingsTab } from './SettingsTab.tsx';
import { SetupCard } from './SetupCard.tsx';
import { SourceHead } from './SourceHead.tsx';
import { TokensTab } from './TokensTab.tsx';
import { UsersTab } from './UsersTab.tsx';
import { useSourceActs } from './use-source-acts.ts';
import { type Draft, sourceForm, useSourceForm } from './use-source-form.ts';

const ActivityTab = lazy(() => import('../activity/ActivityTab.tsx'));
const route = getRouteApi('/frame/portal/provisioning/$uuid');

/** One source: the steps until it provides users, its settings, its tokens, and what was done to it. */
export function SourcePage() {
  const t = useT();
  const { tenantId } = useMe();
  const { uuid } = route.useParams();
  const query = useQuery(sourceQuery(tenantId, uuid));
  const here = query.data?.displayName ?? t('provisioning.source');
  return (
    <>
      <PlaceCrumbs here={here} />
      {query.data ? null : <h1 className="visually-hidden">{here}</h1>}
      <Loaded
        query={query}
        height={480}
        failedTitle={t('provisioning.oneFailed')}
        missing={{
          title: t('provisioning.missingTitle'),
          text: t('provisioning.missingText'),
          back: t('provisioning.missingBack'),
          to: paths.provisioning,
        }}
      >
        {(source) => <Parts key={source.uuid} source={source} />}
      </Loaded>
    </>
  );
}

function Parts({ source }: { source: Source }) {
  const t = useT();
  const me = useMe();
  const { tab = 'settings' } = route.useSearch();
  const navigate = route.useNavigate();
  const [alert, setAlert] = useState<AlertContent>();
  const form = useSourceForm(source, setAlert);
  const acts = useSourceActs(source, setAlert);
  const contents: Record<SourceTab, () => ReactNode> = {
    settings: () => (
      <EnterSaves>
        <SettingsTab source={source} form={form} />
      </EnterSaves>
    ),
    activity: () => (
      <Suspense fallback={<LoadingCard height={280} />}>
        <ActivityTab source={source} />
      </Suspense>
    ),
    quarantine: () => <QuarantineTab source={source} say={setAlert} />,
    users: () => <UsersTab source={source} />,
    tokens: () => <TokensTab source={source} say={setAlert} />,
    history: () => <HistoryTab source={source} />,
  };
  const offered = sourceTabs.filter((one) => one !== 'history' || me.permissions.includes('logs:read'));
  const open = (id: string) => {
    const next = offered.find((one) => one === id) ?? 'settings';
    void navigate({ search: next === 'settings' ? {} : { tab: next }, replace: true });
  };
  return (
    <>
      <SourceHead source={source} acts={acts} />
      <AlertArea alert={alert} onClose={() => setAlert(undefined)} />
      <Conflict<Draft>
        form={form}
        nameOf={(field) => fieldName(t, sourceHistory, field)}
        wordsOf={(draft, field) => sideWords(t, sourceHistory, field, sourceForm.sent(draft, field), String)}
      />
      {source.quarantined > 0 && tab !== 'quarantine' ? (
        <div className={classes.held}>
          <AlertMessage
            alert={{
              kind: 'warning',
              text: t('provisioning.heldNow', { count: source.quarantined }),
              action: { label: t('provisioning.review'), onClick: () => open('quarantine') },
            }}
          />
        </div>
      ) : null}
      {source.startedAt === null ? <SetupCard source={source} acts={acts} /> : null}
      <PageTabs
        label={t('provisioning.tabs')}
        value={offered.includes(tab) ? tab : 'settings'}
        tabs={offered.map((id) => ({ id, label: t(`provisioning.tab_${id}`), content: contents[id]() }))}
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

function HistoryTab({ source }: { source: Source }) {
  const t = useT();
  const { tenantId } = useMe();
  const { cursor } = route.useSearch();
  const navigate = route.useNavigate();
  return (
    <OperationHistory
      id="source-history"
      caption={t('provisioning.tab_history')}
      query={historyQuery(
        provisioningKey,
        tenantId,
        { targetType: 'provisioningSource', targetId: source.uuid },
        cursor,
      )}
      words={sourceHistory}
      empty={t('provisioning.historyEmpty')}
      onCursor={(next) => void navigate({ search: { tab: 'history', ...(next ? { cursor: next } : {}) } })}
    />
  );
}

import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import { Conflict } from '../../../base/editing/Conflict.tsx';
import { ProviderHead } from '../../../base/federation/ProviderHead.tsx';
import { SetupLinkCard } from '../../../base/federation/SetupLinkCard.tsx';
import { UnknownUsersTab } from '../../../base/federation/UnknownUsers.tsx';
import { useTestResult } from '../../../base/federation/use-test-result.ts';
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
import { type Provider, providerQuery, unknownUsersQuery } from '../queries.ts';
import { AnswersTab } from './AnswersTab.tsx';
import { type Draft, providerForm } from './draft.ts';
import { type ProviderTab, providerTabs } from './page-search.ts';
import { ProviderActs } from './ProviderActs.tsx';
import { ProviderMapping } from './ProviderMapping.tsx';
import { SettingsTab } from './SettingsTab.tsx';
import { useProviderForm } from './use-provider-form.ts';

const route = getRouteApi('/frame/portal/openid-providers/$opId');
const words: HistoryWords = { target: 'openidConnection' };

/** One OpenID provider: how it signs users in, and what became of its answers. */
export function ProviderPage() {
  const t = useT();
  const { tenantId } = useMe();
  const { opId } = route.useParams();
  const query = useQuery(providerQuery(tenantId, opId));
  const here = query.data?.displayName ?? opId;
  return (
    <>
      <PlaceCrumbs here={here} />
      {query.data ? null : <h1 className="visually-hidden">{here}</h1>}
      <Loaded
        query={query}
        height={480}
        failedTitle={t('openid.oneFailed')}
        missing={{
          title: t('openid.missingTitle', { id: opId }),
          text: t('openid.missingText'),
          back: t('openid.missingBack'),
          to: paths.openidProviders,
        }}
      >
        {(provider) => <OpenParts key={provider.opId} provider={provider} />}
      </Loaded>
    </>
  );
}

function OpenParts({ provider }: { provider: Provider }) {
  const { tab = 'settings' } = route.useSearch();
  const navigate = route.useNavigate();
  const go = (id: ProviderTab) => void navigate({ search: id === 'settings' ? {} : { tab: id }, replace: true });
  return <ProviderParts provider={provider} tab={tab} onTab={go} />;
}

type PartsProps = { provider: Provider; tab: ProviderTab; onTab: (tab: ProviderTab) => void; heading?: 'h2' };

/** A provider with its acts, settings and latest answers. */
export function ProviderParts({ provider, tab, onTab, heading }: PartsProps) {
  const t = useT();
  const [alert, setAlert] = useState<AlertContent>();
  useTestResult(setAlert);
  const form = useProviderForm(provider, setAlert);
  const unknown = useQuery(unknownUsersQuery(useMe().tenantId, provider.opId));
  const contents: Record<ProviderTab, () => ReactNode> = {
    settings: () => (
      <EnterSaves>
        <SettingsTab provider={provider} form={form} unknown={unknown.data} />
      </EnterSaves>
    ),
    mapping: () => <ProviderMapping provider={provider} say={setAlert} />,
    newUsers: () => <UnknownUsersTab query={unknown} />,
    answers: () => <AnswersTab provider={provider} />,
  };
  return (
    <>
      <ProviderHead
        provider={provider}
        id={{ label: t('openid.id'), value: provider.opId }}
        actions={<ProviderActs provider={provider} say={setAlert} />}
        heading={heading}
      />
      <AlertArea alert={alert} onClose={() => setAlert(undefined)} />
      <Conflict<Draft>
        form={form}
        nameOf={(field) => fieldName(t, words, field)}
        wordsOf={(draft, field) => sideWords(t, words, field, providerForm.sent(draft, field), String)}
      />
      {provider.enabled || provider.linkedUsers > 0 ? null : (
        <SetupLinkCard type="openid" id={provider.opId} say={setAlert} />
      )}
      <PageTabs
        label={t('openid.tabs')}
        value={tab}
        tabs={(provider.kind === 'cybozu' ? providerTabs.filter((id) => id !== 'mapping') : providerTabs).map((id) => ({
          id,
          label: t(`openid.tab_${id}`),
          content: contents[id](),
        }))}
        onChange={(id) => onTab(providerTabs.find((one) => one === id) ?? 'settings')}
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

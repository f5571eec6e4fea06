import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import IconKey from '@tabler/icons-react/dist/esm/icons/IconKey.mjs';
import { type ReactNode, useEffect, useState } from 'react';
import { formatDateTime } from '#contract/display.ts';
import { Conflict } from '../../../base/editing/Conflict.tsx';
import { fieldName, type HistoryWords, sideWords } from '../../../base/history/words.ts';
import { LeaveGuard } from '../../../base/LeaveGuard.tsx';
import { Loaded } from '../../../base/Loaded.tsx';
import { paths } from '../../../base/paths.ts';
import { PlaceCrumbs } from '../../../base/PlaceCrumbs.tsx';
import { timeZoneOf, useMe } from '../../../base/session-queries.ts';
import { useLanguage, useT } from '../../../i18n/use-t.tsx';
import { EnterSaves } from '../../../ui/form/EnterSaves.tsx';
import parts from '../../../ui/form/parts.module.css';
import { SaveBar } from '../../../ui/form/SaveBar.tsx';
import { AlertArea, type AlertContent } from '../../../ui/page/AlertArea.tsx';
import { DetailHeader } from '../../../ui/page/DetailHeader.tsx';
import { PageTabs } from '../../../ui/page/PageTabs.tsx';
import { StatusBadge } from '../../../ui/text/StatusBadge.tsx';
import classes from '../openid-providers.module.css';
import { type Provider, providerQuery } from '../queries.ts';
import { AnswersTab } from './AnswersTab.tsx';
import { type Draft, providerForm } from './draft.ts';
import { type ProviderTab, providerTabs } from './page-search.ts';
import { ProviderActs } from './ProviderActs.tsx';
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
        {(provider) => <Parts key={provider.opId} provider={provider} />}
      </Loaded>
    </>
  );
}

/** How the test that the browser comes back from ended; told once, and not again after a reload. */
function useTestResult(say: (alert: AlertContent) => void): void {
  const t = useT();
  // biome-ignore lint/correctness/useExhaustiveDependencies: told once, on arrival
  useEffect(() => {
    const told = new URLSearchParams(window.location.hash.slice(1));
    if (told.get('purpose') !== 'test') return;
    window.history.replaceState(window.history.state, '', window.location.pathname + window.location.search);
    const isGood = told.get('federationError') === null;
    say({ kind: isGood ? 'success' : 'failure', text: t(isGood ? 'openid.testPassed' : 'openid.testFailed') });
  }, []);
}

function Parts({ provider }: { provider: Provider }) {
  const t = useT();
  const { tab = 'settings' } = route.useSearch();
  const navigate = route.useNavigate();
  const [alert, setAlert] = useState<AlertContent>();
  useTestResult(setAlert);
  const form = useProviderForm(provider, setAlert);
  const contents: Record<ProviderTab, () => ReactNode> = {
    settings: () => (
      <EnterSaves>
        <SettingsTab provider={provider} form={form} />
      </EnterSaves>
    ),
    answers: () => <AnswersTab provider={provider} />,
  };
  return (
    <>
      <Head provider={provider} say={setAlert} />
      <AlertArea alert={alert} onClose={() => setAlert(undefined)} />
      <Conflict<Draft>
        form={form}
        nameOf={(field) => fieldName(t, words, field)}
        wordsOf={(draft, field) => sideWords(t, words, field, providerForm.sent(draft, field), String)}
      />
      <PageTabs
        label={t('openid.tabs')}
        value={tab}
        tabs={providerTabs.map((id) => ({ id, label: t(`openid.tab_${id}`), content: contents[id]() }))}
        onChange={(id) => void navigate({ search: id === 'answers' ? { tab: 'answers' } : {}, replace: true })}
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

type HeadProps = { provider: Provider; say: (alert: AlertContent | undefined) => void };

function Head({ provider, say }: HeadProps) {
  const t = useT();
  const language = useLanguage();
  const zone = timeZoneOf(useMe());
  const { enabled, testedAt, linkedUsers } = provider;
  return (
    <DetailHeader
      name={provider.displayName}
      sign={
        <span className={classes.sign} aria-hidden="true">
          <IconKey size={26} stroke={1.5} />
        </span>
      }
      id={{ label: t('openid.id'), value: provider.opId }}
      status={
        <>
          <StatusBadge tone={enabled ? 'good' : 'neutral'}>{t(enabled ? 'openid.on' : 'openid.off')}</StatusBadge>
          <span className={parts.note}>{t('openid.linked', { count: linkedUsers })}</span>
          <span className={parts.note}>
            {testedAt === null
              ? t('openid.neverTested')
              : t('openid.testedAt', { time: formatDateTime(new Date(testedAt), language, zone) })}
          </span>
        </>
      }
      actions={<ProviderActs provider={provider} say={say} />}
    />
  );
}

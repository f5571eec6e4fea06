import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import { Conflict } from '../../../base/editing/Conflict.tsx';
import { OperationHistory } from '../../../base/history/OperationHistory.tsx';
import { historyQuery } from '../../../base/history/query.ts';
import { samlSpHistory } from '../../../base/history/saml-words.ts';
import { fieldName, sideWords } from '../../../base/history/words.ts';
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
import { samlIdpKey, type Sp, spQuery } from '../queries.ts';
import { CertificatesTab } from './CertificatesTab.tsx';
import { type Draft, spForm } from './draft.ts';
import { NotificationCard } from './NotificationCard.tsx';
import { type SpTab, spTabs } from './page-search.ts';
import { ProblemsTab } from './ProblemsTab.tsx';
import { SettingsTab } from './SettingsTab.tsx';
import { SpHead } from './SpHead.tsx';
import { useSpForm } from './use-sp-form.ts';

const route = getRouteApi('/frame/portal/tenant/saml-idp-settings/$samlSpId');

/** One app that signs users in by SAML: its settings, its certificates, its refusals, and what was done to it. */
export function SpPage() {
  const t = useT();
  const { tenantId } = useMe();
  const { samlSpId } = route.useParams();
  const query = useQuery(spQuery(tenantId, samlSpId));
  const here = query.data?.displayName ?? samlSpId;
  return (
    <>
      <PlaceCrumbs here={here} />
      {query.data ? null : <h1 className="visually-hidden">{here}</h1>}
      <Loaded
        query={query}
        height={480}
        failedTitle={t('samlIdp.oneFailed')}
        missing={{
          title: t('samlIdp.missingTitle'),
          text: t('samlIdp.missingText'),
          back: t('samlIdp.missingBack'),
          to: paths.tenant('saml-idp-settings'),
        }}
      >
        {(sp) => <Parts key={sp.samlSpId} sp={sp} />}
      </Loaded>
    </>
  );
}

function Parts({ sp }: { sp: Sp }) {
  const t = useT();
  const me = useMe();
  const { tab = 'settings' } = route.useSearch();
  const navigate = route.useNavigate();
  const [alert, setAlert] = useState<AlertContent>();
  const form = useSpForm(sp, setAlert);
  const contents: Record<SpTab, () => ReactNode> = {
    settings: () => (
      <EnterSaves>
        <SettingsTab form={form} sp={sp} say={setAlert} />
      </EnterSaves>
    ),
    certificates: () => (
      <>
        <CertificatesTab sp={sp} say={setAlert} />
        <NotificationCard sp={sp} say={setAlert} />
      </>
    ),
    problems: () => <ProblemsTab sp={sp} />,
    history: () => <HistoryTab sp={sp} />,
  };
  const offered = spTabs.filter((one) => one !== 'history' || me.permissions.includes('logs:read'));
  const open = (id: string) => {
    const next = offered.find((one) => one === id) ?? 'settings';
    void navigate({ search: next === 'settings' ? {} : { tab: next }, replace: true });
  };
  return (
    <>
      <SpHead sp={sp} say={setAlert} />
      <AlertArea alert={alert} onClose={() => setAlert(undefined)} />
      <Conflict<Draft>
        form={form}
        nameOf={(field) => fieldName(t, samlSpHistory, field)}
        wordsOf={(draft, field) => sideWords(t, samlSpHistory, field, shownOf(draft, field), String)}
      />
      <PageTabs
        label={t('samlIdp.tabs')}
        value={offered.includes(tab) ? tab : 'settings'}
        tabs={offered.map((id) => ({ id, label: t(`samlIdp.tab_${id}`), content: contents[id]() }))}
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

/** A field as logs tell it. */
const shownOf = (draft: Draft, field: keyof Draft & string): unknown =>
  field === 'attributeStatements'
    ? draft.attributeStatements.map(({ name, source }) => `${name} = ${source}`)
    : spForm.sent(draft, field);

function HistoryTab({ sp }: { sp: Sp }) {
  const t = useT();
  const { tenantId } = useMe();
  const { cursor } = route.useSearch();
  const navigate = route.useNavigate();
  return (
    <OperationHistory
      id="saml-sp-history"
      caption={t('samlIdp.tab_history')}
      query={historyQuery(samlIdpKey, tenantId, { targetType: 'samlSp', targetId: sp.samlSpId }, cursor)}
      words={samlSpHistory}
      empty={t('samlIdp.historyEmpty')}
      onCursor={(next) => void navigate({ search: { tab: 'history', ...(next ? { cursor: next } : {}) } })}
    />
  );
}

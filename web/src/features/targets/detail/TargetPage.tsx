import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import { formatDateTime } from '#contract/display.ts';
import type { TargetDecision } from '#contract/provisioning/target-values.ts';
import { Conflict } from '../../../base/editing/Conflict.tsx';
import { OperationHistory } from '../../../base/history/OperationHistory.tsx';
import { historyQuery } from '../../../base/history/query.ts';
import { targetHistory } from '../../../base/history/target-words.ts';
import { fieldName, sideWords } from '../../../base/history/words.ts';
import { LeaveGuard } from '../../../base/LeaveGuard.tsx';
import { Loaded } from '../../../base/Loaded.tsx';
import { paths } from '../../../base/paths.ts';
import { PlaceCrumbs } from '../../../base/PlaceCrumbs.tsx';
import { timeZoneOf, useMe } from '../../../base/session-queries.ts';
import { useLanguage, useT } from '../../../i18n/use-t.tsx';
import { ConfirmDialog } from '../../../ui/dialog/ConfirmDialog.tsx';
import { EnterSaves } from '../../../ui/form/EnterSaves.tsx';
import { SaveBar } from '../../../ui/form/SaveBar.tsx';
import { AlertArea, type AlertContent, AlertMessage } from '../../../ui/page/AlertArea.tsx';
import { PageTabs } from '../../../ui/page/PageTabs.tsx';
import { type Target, targetQuery, targetsKey } from '../queries.ts';
import classes from '../targets.module.css';
import { ComparisonTab } from './ComparisonTab.tsx';
import { type TargetTab, targetTabs } from './page-search.ts';
import { resultWords } from './result-words.ts';
import { SettingsTab } from './SettingsTab.tsx';
import { TargetHead } from './TargetHead.tsx';
import { UsersTab } from './UsersTab.tsx';
import { type TargetActs, useTargetActs } from './use-target-acts.ts';
import { type Draft, targetForm, useTargetForm } from './use-target-form.ts';

const route = getRouteApi('/frame/portal/provisioning-targets/$uuid');

/** One target: its users, its settings, and what was done to it. */
export function TargetPage() {
  const t = useT();
  const { tenantId } = useMe();
  const { uuid } = route.useParams();
  const query = useQuery(targetQuery(tenantId, uuid));
  const here = query.data?.name ?? t('targets.target');
  return (
    <>
      <PlaceCrumbs here={here} />
      {query.data ? null : <h1 className="visually-hidden">{here}</h1>}
      <Loaded
        query={query}
        height={480}
        failedTitle={t('targets.oneFailed')}
        missing={{
          title: t('targets.missingTitle'),
          text: t('provisioning.missingText'),
          back: t('targets.missingBack'),
          to: paths.provisioningTargets,
        }}
      >
        {(target) => <Parts key={target.uuid} target={target} />}
      </Loaded>
    </>
  );
}

function Parts({ target }: { target: Target }) {
  const t = useT();
  const me = useMe();
  const { tab = 'users' } = route.useSearch();
  const navigate = route.useNavigate();
  const [alert, setAlert] = useState<AlertContent>();
  const form = useTargetForm(target, setAlert);
  const acts = useTargetActs(target, setAlert);
  const contents: Record<TargetTab, () => ReactNode> = {
    users: () => <UsersTab target={target} acts={acts} />,
    comparison: () => <ComparisonTab target={target} acts={acts} />,
    settings: () => (
      <EnterSaves>
        <SettingsTab form={form} />
      </EnterSaves>
    ),
    history: () => <HistoryTab target={target} />,
  };
  const offered = targetTabs.filter((one) => one !== 'history' || me.permissions.includes('logs:read'));
  const open = (id: string) => {
    const next = offered.find((one) => one === id) ?? 'users';
    void navigate({ search: next === 'users' ? {} : { tab: next }, replace: true });
  };
  return (
    <>
      <TargetHead target={target} acts={acts} />
      <AlertArea alert={alert} onClose={() => setAlert(undefined)} />
      <Conflict<Draft>
        form={form}
        nameOf={(field) => fieldName(t, targetHistory, field)}
        wordsOf={(draft, field) => sideWords(t, targetHistory, field, targetForm.sent(draft, field), String)}
      />
      <Notes target={target} acts={acts} />
      <PageTabs
        label={t('targets.tabs')}
        value={offered.includes(tab) ? tab : 'users'}
        tabs={offered.map((id) => ({
          id,
          label: t(id === 'comparison' ? 'targets.tab_comparison' : `provisioning.tab_${id}`),
          content: contents[id](),
        }))}
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

/** What is wrong with it, and what can be done. */
function Notes({ target, acts }: { target: Target; acts: TargetActs }) {
  const t = useT();
  const language = useLanguage();
  const zone = timeZoneOf(useMe());
  const [asked, setAsked] = useState<Extract<TargetDecision, 'adopt' | 'allow'>>();
  const at = (time: string | null) => formatDateTime(time === null ? null : new Date(time), language, zone);
  const { name, active, stopReason, stoppedAt, failingSince, nextAt, heldAt, users } = target;
  const note = (text: string, label: string, onClick: () => void) => (
    <AlertMessage alert={{ kind: 'warning', text, ...(active && { action: { label, onClick } }) }} />
  );
  const affected = { adopt: users.match, allow: users.held };
  return (
    <div className={classes.notes}>
      {stopReason === 'failing' ? (
        <AlertMessage
          alert={{
            kind: 'warning',
            text: t('targets.stopped', { time: at(stoppedAt) }),
            action: { label: t('provisioning.act_switchOn'), onClick: () => void acts.setActive(true) },
          }}
        />
      ) : null}
      {active && failingSince !== null ? (
        <AlertMessage
          alert={{
            kind: 'warning',
            title: resultWords(t, target),
            text: t('targets.failingNow', { since: at(failingSince), next: at(nextAt) }),
          }}
        />
      ) : null}
      {heldAt !== null && users.held > 0
        ? note(t('targets.heldNow', { number: users.held }), t('targets.act_allowAll'), () => setAsked('allow'))
        : null}
      {users.match > 0
        ? note(t('targets.matchNow', { number: users.match }), t('targets.act_adoptAll'), () => setAsked('adopt'))
        : null}
      {users.dead > 0
        ? note(
            t('targets.deadNow', { number: users.dead }),
            t('targets.act_retryAll'),
            () => void acts.decide('retry', null),
          )
        : null}
      {asked ? (
        <ConfirmDialog
          opened
          title={t(`targets.act_${asked}All`)}
          okLabel={t(`targets.act_${asked}All`)}
          danger={asked === 'allow'}
          affected={affected[asked]}
          busy={acts.busy}
          onOk={() => void acts.decide(asked, null).then(() => setAsked(undefined))}
          onCancel={() => setAsked(undefined)}
        >
          <p>{t(`targets.effect_${asked}`, { name, number: affected[asked] })}</p>
        </ConfirmDialog>
      ) : null}
    </div>
  );
}

function HistoryTab({ target }: { target: Target }) {
  const t = useT();
  const { tenantId } = useMe();
  const { cursor } = route.useSearch();
  const navigate = route.useNavigate();
  return (
    <OperationHistory
      id="target-history"
      caption={t('provisioning.tab_history')}
      query={historyQuery(targetsKey, tenantId, { targetType: 'provisioningTarget', targetId: target.uuid }, cursor)}
      words={targetHistory}
      empty={t('webhooks.historyEmpty')}
      onCursor={(next) => void navigate({ search: { tab: 'history', ...(next ? { cursor: next } : {}) } })}
    />
  );
}

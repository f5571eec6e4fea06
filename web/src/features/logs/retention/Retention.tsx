import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { getLogRetention, updateLogRetention } from '#contract/authentication/logs.ts';
import type { AnswerOf } from '#contract/route.ts';
import { MAX_PERIOD_DAYS } from '#contract/limits.ts';
import { call } from '../../../api/call.ts';
import { LeaveGuard } from '../../../app/LeaveGuard.tsx';
import { Loaded } from '../../../app/Loaded.tsx';
import { useMe } from '../../../app/session-queries.ts';
import { useAct } from '../../../app/use-act.ts';
import { useT } from '../../../i18n/use-t.tsx';
import { AlertArea, type AlertContent } from '../../../ui/AlertArea.tsx';
import { ConfirmDialog } from '../../../ui/ConfirmDialog.tsx';
import { NumberBox } from '../../../ui/NumberBox.tsx';
import { SaveBar } from '../../../ui/SaveBar.tsx';
import { SettingRow } from '../../../ui/SettingRow.tsx';
import { SettingsCard } from '../../../ui/SettingsCard.tsx';
import { logKey, retentionQuery } from '../queries.ts';

const MOST_DAYS = 3650;
const FIRST_DAYS = 180;

/** How long the tenant keeps its logs. */
export function Retention() {
  const t = useT();
  const query = useQuery(retentionQuery(useMe().tenantId));
  return (
    <Loaded query={query} height={220} failedTitle={t('logs.retentionFailed')}>
      {(retention) => <RetentionForm saved={retention} />}
    </Loaded>
  );
}

function RetentionForm({ saved }: { saved: AnswerOf<typeof getLogRetention> }) {
  const t = useT();
  const { tenantId, permissions } = useMe();
  const queryClient = useQueryClient();
  const [draft, setDraft] = useState<{ days: number | null }>();
  const [asking, setAsking] = useState(false);
  const [alert, setAlert] = useState<AlertContent>();
  const { busy, run } = useAct(setAlert);
  const { days } = draft ?? saved;
  const changed = days !== saved.days;
  const save = async () => {
    const path = '/api/auth/tenants/{tenantId}/logRetention';
    const body = { days };
    const done = await run(() =>
      call<typeof updateLogRetention>({ method: 'PUT', path, params: { tenantId }, body, pattern: 'powerUser' }),
    );
    setAsking(false);
    if (!done) return;
    await queryClient.invalidateQueries({ queryKey: logKey });
    setDraft(undefined);
    setAlert({ kind: 'success', text: t('logs.retentionSaved') });
  };
  return (
    <>
      <AlertArea alert={alert} onClose={() => setAlert(undefined)} />
      <SettingsCard title={t('logs.retentionTitle')} why={t('logs.retentionWhy', { count: MAX_PERIOD_DAYS })}>
        <SettingRow
          name={t('logs.retentionOwn')}
          consequence={t('logs.retentionOwnWhy', { count: saved.deploymentMonths })}
          checked={days !== null}
          disabled={!permissions.includes('tenant:write')}
          onChange={(on) => setDraft({ days: on ? (saved.days ?? FIRST_DAYS) : null })}
        >
          <NumberBox
            label={t('logs.retentionDays')}
            value={days ?? FIRST_DAYS}
            least={MAX_PERIOD_DAYS}
            most={MOST_DAYS}
            disabled={!permissions.includes('tenant:write')}
            onChange={(next) => setDraft({ days: next })}
          />
        </SettingRow>
      </SettingsCard>
      <SaveBar
        changed={changed}
        busy={busy}
        onSave={() => (days === null ? void save() : setAsking(true))}
        onDiscard={() => setDraft(undefined)}
      />
      <LeaveGuard changed={changed} />
      <ConfirmDialog
        opened={asking}
        title={t('logs.retentionSure', { count: days ?? 0 })}
        okLabel={t('common.save')}
        danger
        busy={busy}
        onOk={() => void save()}
        onCancel={() => setAsking(false)}
      >
        {t('logs.retentionEffect')}
      </ConfirmDialog>
    </>
  );
}

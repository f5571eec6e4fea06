import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { getLogRetention, updateLogRetention } from '#contract/logs/logs.ts';
import type { AnswerOf } from '#contract/route.ts';
import { MAX_PERIOD_DAYS } from '#contract/limits.ts';
import { LearnMore } from '../../../base/guides/LearnMore.tsx';
import { call } from '../../../api/call.ts';
import { Conflict } from '../../../base/editing/Conflict.tsx';
import type { FormFields } from '../../../base/editing/editing.ts';
import { useSaving } from '../../../base/editing/use-saving.ts';
import { LeaveGuard } from '../../../base/LeaveGuard.tsx';
import { Loaded } from '../../../base/Loaded.tsx';
import { useMe } from '../../../base/session-queries.ts';
import { useT } from '../../../i18n/use-t.tsx';
import { AlertArea, type AlertContent } from '../../../ui/page/AlertArea.tsx';
import { ConfirmDialog } from '../../../ui/dialog/ConfirmDialog.tsx';
import { EnterSaves } from '../../../ui/form/EnterSaves.tsx';
import { NumberBox } from '../../../ui/form/NumberBox.tsx';
import { SaveBar } from '../../../ui/form/SaveBar.tsx';
import { SettingRow } from '../../../ui/form/SettingRow.tsx';
import { SettingsCard } from '../../../ui/form/SettingsCard.tsx';
import { logKey, retentionQuery } from '../queries.ts';

const MOST_DAYS = 3650;
const FIRST_DAYS = 180;

type Days = { days: number | null };
const daysOf = ({ days }: Days): Days => ({ days });
const daysForm: FormFields<Days> = { sent: ({ days }) => days };

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
  const [asking, setAsking] = useState(false);
  const [alert, setAlert] = useState<AlertContent>();
  const form = useSaving<Days, Days>({
    saved: daysOf(saved),
    form: daysForm,
    put: async (changes, expected) => {
      const path = '/api/auth/tenants/{tenantId}/logRetention';
      const body = { ...(changes as Days), expected };
      const answer = await call<typeof updateLogRetention>({
        method: 'PUT',
        path,
        params: { tenantId },
        body,
        pattern: 'powerUser',
      });
      await queryClient.invalidateQueries({ queryKey: logKey });
      return answer;
    },
    draftOf: daysOf,
    renew: () => queryClient.fetchQuery({ ...retentionQuery(tenantId), staleTime: 0 }),
    say: setAlert,
    savedText: () => t('logs.retentionSaved'),
    undoneText: t('ui.undone'),
  });
  const { busy, conflict } = form;
  const { days } = form.draft;
  const changed = form.changed;
  const setDays = (next: number | null) => form.change({ days: next });
  return (
    <>
      <AlertArea alert={alert} onClose={() => setAlert(undefined)} />
      <Conflict<Days>
        form={form}
        nameOf={() => t('logs.retentionDays')}
        wordsOf={(draft) =>
          draft.days === null ? t('logs.retentionUsual', { count: saved.deploymentMonths }) : String(draft.days)
        }
      />
      <EnterSaves>
        <SettingsCard
          title={t('logs.retentionTitle')}
          why={
            <>
              {t('logs.retentionWhy', { count: MAX_PERIOD_DAYS })}{' '}
              <LearnMore guide="logs" about={t('logs.retentionTitle')} />
            </>
          }
        >
          <SettingRow
            name={t('logs.retentionOwn')}
            consequence={t('logs.retentionOwnWhy', { count: saved.deploymentMonths })}
            checked={days !== null}
            disabled={!permissions.includes('tenant:write')}
            onChange={(on) => setDays(on ? (saved.days ?? FIRST_DAYS) : null)}
          >
            <NumberBox
              label={t('logs.retentionDays')}
              value={days ?? FIRST_DAYS}
              least={MAX_PERIOD_DAYS}
              most={MOST_DAYS}
              disabled={!permissions.includes('tenant:write')}
              onChange={setDays}
            />
          </SettingRow>
        </SettingsCard>
      </EnterSaves>
      <SaveBar
        changed={changed && !conflict}
        busy={busy}
        onSave={() => (days === null ? form.save() : setAsking(true))}
        onDiscard={form.discard}
      />
      <LeaveGuard changed={changed} />
      <ConfirmDialog
        opened={asking}
        title={t('logs.retentionSure', { count: days ?? 0 })}
        okLabel={t('common.save')}
        danger
        busy={busy}
        onOk={() => {
          setAsking(false);
          form.save();
        }}
        onCancel={() => setAsking(false)}
      >
        {t('logs.retentionEffect')}
      </ConfirmDialog>
    </>
  );
}

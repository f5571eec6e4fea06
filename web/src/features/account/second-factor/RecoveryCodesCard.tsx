import { Button } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import IconLifebuoy from '@tabler/icons-react/dist/esm/icons/IconLifebuoy.mjs';
import { useState } from 'react';
import type { renewRecoveryCodes } from '#contract/credentials/me-recovery-codes.ts';
import { call } from '../../../api/call.ts';
import { Loaded } from '../../../base/Loaded.tsx';
import { useMe, useRenewMe } from '../../../base/session-queries.ts';
import { useAct } from '../../../base/use-act.ts';
import { useT } from '../../../i18n/use-t.tsx';
import type { AlertContent } from '../../../ui/page/AlertArea.tsx';
import { ConfirmDialog } from '../../../ui/dialog/ConfirmDialog.tsx';
import { SettingsCard } from '../../../ui/form/SettingsCard.tsx';
import { StatusBadge } from '../../../ui/text/StatusBadge.tsx';
import parts from '../../../ui/form/parts.module.css';
import { recoveryCodesQuery } from '../queries.ts';
import { RecoveryCodesDialog } from './RecoveryCodesDialog.tsx';

/** Fewer than this are worth a word. */
const FEW = 4;

/** How many recovery codes are left, and new ones. */
export function RecoveryCodesCard({ say }: { say: (alert: AlertContent | undefined) => void }) {
  const t = useT();
  const me = useMe();
  const renewMe = useRenewMe();
  const queryClient = useQueryClient();
  const query = useQuery(recoveryCodesQuery);
  const { busy, run } = useAct(say);
  const [asking, setAsking] = useState(false);
  const [codes, setCodes] = useState<readonly string[]>();
  const renew = async () => {
    setAsking(false);
    const done = await run(() =>
      call<typeof renewRecoveryCodes>({ method: 'POST', path: '/api/auth/me/mfa/recoveryCodes' }),
    );
    if (!done) return;
    setCodes(done.answer.recoveryCodes);
    void queryClient.invalidateQueries({ queryKey: recoveryCodesQuery.queryKey });
    void renewMe();
  };
  return (
    <>
      <Loaded query={query} height={140} failedTitle={t('account.recovery.failedTitle')}>
        {({ left, total }) => (
          <SettingsCard title={t('account.recovery.title')} why={t('account.recovery.why')}>
            <div className={parts.item}>
              <IconLifebuoy size={22} stroke={1.75} aria-hidden="true" />
              <div className={parts.itemWords}>
                <div className={parts.itemName}>
                  {t('account.recovery.left', { count: left, total })}
                  {left < FEW ? (
                    <StatusBadge tone={left === 0 ? 'bad' : 'warning'}>
                      {t(left === 0 ? 'account.recovery.empty' : 'account.recovery.few')}
                    </StatusBadge>
                  ) : null}
                </div>
                <p className={parts.note}>{t('account.recovery.use')}</p>
              </div>
              <Button variant="default" loading={busy} onClick={() => setAsking(true)}>
                {t('account.recovery.renew')}
              </Button>
            </div>
            <ConfirmDialog
              opened={asking}
              title={t('account.recovery.renewTitle')}
              okLabel={t('account.recovery.renew')}
              onOk={() => void renew()}
              onCancel={() => setAsking(false)}
            >
              {left === 0 ? t('account.recovery.renewNone') : t('account.recovery.renewEffect', { count: left })}
            </ConfirmDialog>
          </SettingsCard>
        )}
      </Loaded>
      {codes ? <RecoveryCodesDialog key={codes[0]} codes={codes} me={me} onClose={() => setCodes(undefined)} /> : null}
    </>
  );
}

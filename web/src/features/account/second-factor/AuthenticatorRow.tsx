import { Button } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import IconDeviceMobileCheck from '@tabler/icons-react/dist/esm/icons/IconDeviceMobileCheck.mjs';
import { useState } from 'react';
import type { deleteTotp } from '#contract/credentials/me-totp.ts';
import type { Me } from '#contract/sign-in/me.ts';
import { formatDateTime } from '#contract/display.ts';
import { call } from '../../../api/call.ts';
import { paths } from '../../../base/paths.ts';
import { meQuery, timeZoneOf } from '../../../base/session-queries.ts';
import { useAct } from '../../../base/use-act.ts';
import { useLanguage, useT } from '../../../i18n/use-t.tsx';
import type { AlertContent } from '../../../ui/page/AlertArea.tsx';
import { ConfirmDialog } from '../../../ui/dialog/ConfirmDialog.tsx';
import { StatusBadge } from '../../../ui/text/StatusBadge.tsx';
import parts from '../../../ui/form/parts.module.css';

const setUp = `${paths.mfaAuthenticatorSetting}?url=${encodeURIComponent(paths.account('mfa_settings'))}`;

type Props = { me: Me; app: Me['totp'][number] | undefined; say: (alert: AlertContent | undefined) => void };

/** The authenticator app: set up at its own page, removed here. */
export function AuthenticatorRow({ me, app, say }: Props) {
  const t = useT();
  const language = useLanguage();
  const queryClient = useQueryClient();
  const { busy, run } = useAct(say);
  const [asking, setAsking] = useState<string>();
  const remove = async (uuid: string) => {
    setAsking(undefined);
    const done = await run(() =>
      call<typeof deleteTotp>({ method: 'DELETE', path: '/api/auth/me/mfa/totp/{uuid}', params: { uuid } }),
    );
    if (!done) return;
    // Where a second factor is enforced, nothing else opens until another is set up.
    if (me.mfaStatus.enforced) return location.assign(setUp);
    await queryClient.invalidateQueries({ queryKey: meQuery.queryKey });
    say({ kind: 'success', text: t('account.mfa.removed') });
  };
  const since = app?.activatedAt ? formatDateTime(new Date(app.activatedAt), language, timeZoneOf(me)) : undefined;
  return (
    <div className={parts.item}>
      <IconDeviceMobileCheck size={22} stroke={1.75} aria-hidden="true" />
      <div className={parts.itemWords}>
        <div className={parts.itemName}>
          {t('account.mfa.app')}
          <StatusBadge tone={app ? 'good' : 'warning'}>
            {t(app ? 'account.mfa.on' : 'account.mfa.notSetUp')}
          </StatusBadge>
        </div>
        <p className={parts.note}>{since ? t('account.mfa.appSince', { time: since }) : t('account.mfa.appWhy')}</p>
      </div>
      {app ? (
        <Button variant="default" loading={busy} onClick={() => setAsking(app.uuid)}>
          {t('common.remove')}
        </Button>
      ) : (
        <Button component="a" href={setUp}>
          {t('account.mfa.setUp')}
        </Button>
      )}
      <ConfirmDialog
        opened={asking !== undefined}
        title={t('account.mfa.removeTitle')}
        okLabel={t('common.remove')}
        danger
        onOk={() => asking && void remove(asking)}
        onCancel={() => setAsking(undefined)}
      >
        {t(me.mfaStatus.enforced ? 'account.mfa.removeEnforced' : 'account.mfa.removeEffect')}
      </ConfirmDialog>
    </div>
  );
}

import { Button } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { endMyOtherSessions, endMySession, MySession } from '#contract/sign-in/me-sessions.ts';
import { call } from '../../../api/call.ts';
import { Loaded } from '../../../base/Loaded.tsx';
import { paths } from '../../../base/paths.ts';
import { useAct } from '../../../base/use-act.ts';
import { useT } from '../../../i18n/use-t.tsx';
import { AlertArea, type AlertContent } from '../../../ui/page/AlertArea.tsx';
import { ConfirmDialog } from '../../../ui/dialog/ConfirmDialog.tsx';
import { SettingsCard } from '../../../ui/form/SettingsCard.tsx';
import parts from '../../../ui/form/parts.module.css';
import { sessionsQuery } from '../queries.ts';
import { deviceName } from '../../../base/sign-ins/device-name.ts';
import { SessionRow } from './SessionRow.tsx';

/** My sessions: where one is signed in; sign out one of them, or all but this. */
export function Sessions() {
  const t = useT();
  const queryClient = useQueryClient();
  const query = useQuery(sessionsQuery);
  const [alert, setAlert] = useState<AlertContent>();
  const [ending, setEnding] = useState<MySession | 'others'>();
  const { busy, run } = useAct(setAlert);
  const others = query.data?.results.filter(({ isCurrent }) => !isCurrent).length ?? 0;
  const renew = () => queryClient.invalidateQueries({ queryKey: sessionsQuery.queryKey });
  const endOne = async (session: MySession) => {
    const { sessionId, isCurrent } = session;
    setEnding(undefined);
    if (isCurrent) return location.assign(paths.logout);
    const path = '/api/auth/me/sessions/{sessionId}';
    const done = await run(() => call<typeof endMySession>({ method: 'DELETE', path, params: { sessionId } }));
    await renew();
    if (done) setAlert({ kind: 'success', text: t('account.sessions.ended', { device: deviceName(t, session) }) });
  };
  const endOthers = async () => {
    setEnding(undefined);
    const done = await run(() => call<typeof endMyOtherSessions>({ method: 'DELETE', path: '/api/auth/me/sessions' }));
    await renew();
    if (done)
      setAlert({ kind: 'success', text: t('account.sessions.endedOthers', { count: done.answer.endedSessions }) });
  };
  const one = ending && ending !== 'others' ? ending : undefined;
  return (
    <>
      <AlertArea alert={alert} onClose={() => setAlert(undefined)} />
      <Loaded query={query} height={260} failedTitle={t('account.sessions.failedTitle')}>
        {({ results }) => (
          <SettingsCard title={t('account.sessions.title')} why={t('account.sessions.why')}>
            <ul className={parts.items}>
              {results.map((session) => (
                <SessionRow key={session.sessionId} session={session} busy={busy} onEnd={() => setEnding(session)} />
              ))}
            </ul>
            {others > 0 ? (
              <div className={parts.buttons}>
                <Button variant="default" disabled={busy} onClick={() => setEnding('others')}>
                  {t('account.sessions.endOthers')}
                </Button>
              </div>
            ) : (
              <p className={parts.note}>{t('account.sessions.onlyThis')}</p>
            )}
          </SettingsCard>
        )}
      </Loaded>
      <ConfirmDialog
        opened={ending === 'others'}
        title={t('account.sessions.endOthersTitle')}
        okLabel={t('account.sessions.endOthers')}
        danger
        affected={others}
        onOk={() => void endOthers()}
        onCancel={() => setEnding(undefined)}
      >
        {t('account.sessions.endOthersEffect', { count: others })}
      </ConfirmDialog>
      <ConfirmDialog
        opened={one !== undefined}
        title={t('account.sessions.endTitle')}
        okLabel={t('common.signOut')}
        danger
        onOk={() => one && void endOne(one)}
        onCancel={() => setEnding(undefined)}
      >
        {one?.isCurrent
          ? t('account.sessions.endThisEffect')
          : t('account.sessions.endEffect', { device: one ? deviceName(t, one) : '' })}
      </ConfirmDialog>
    </>
  );
}

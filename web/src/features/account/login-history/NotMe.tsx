import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import type { disownLogin, LoginHistoryEntry } from '#contract/logs/me-login-history.ts';
import { formatDateTime } from '#contract/display.ts';
import { call } from '../../../api/call.ts';
import { paths } from '../../../base/paths.ts';
import { useAct } from '../../../base/use-act.ts';
import { useLanguage, useT } from '../../../i18n/use-t.tsx';
import type { AlertContent } from '../../../ui/page/AlertArea.tsx';
import { ConfirmDialog } from '../../../ui/dialog/ConfirmDialog.tsx';
import { deviceName } from '../../../base/sign-ins/device-name.ts';

type Props = {
  /** The sign-in in question; null once that is settled. */
  entry: LoginHistoryEntry | null;
  timeZone: string;
  say: (alert: AlertContent | undefined) => void;
  onClose: () => void;
};

/** "This was not me": says what it will do, does it, and says what to do next. */
export default function NotMe({ entry, timeZone, say, onClose }: Props) {
  const t = useT();
  const language = useLanguage();
  const navigate = useNavigate();
  const queryClient = useQueryClient();
  const { busy, run } = useAct(say);
  const disown = async (id: string) => {
    const path = '/api/auth/me/loginHistory/{id}/notMe';
    const done = await run(() => call<typeof disownLogin>({ method: 'POST', path, params: { id } }));
    onClose();
    if (!done) return;
    await queryClient.invalidateQueries({ queryKey: ['account'] });
    const { endedSessions, passwordChangeAdvised } = done.answer;
    const none = endedSessions === 0;
    const text = none ? t('account.history.disownedNone') : t('account.history.disowned', { count: endedSessions });
    if (!passwordChangeAdvised) return say({ kind: 'success', text });
    const toPassword = () => void navigate({ to: paths.account('change_password') });
    const action = { label: t('ui.account.change_password'), onClick: toPassword };
    say({ kind: 'warning', title: text, text: t('account.history.changePassword'), action });
  };
  const device = entry ? deviceName(t, entry) : '';
  const time = entry ? formatDateTime(new Date(entry.at), language, timeZone) : '';
  return (
    <ConfirmDialog
      opened={entry !== null}
      title={t('account.history.notMeTitle')}
      okLabel={t('account.history.notMe')}
      danger
      busy={busy}
      onOk={() => entry && void disown(entry.id)}
      onCancel={onClose}
    >
      <p>{t('account.history.notMeWhich', { time, device })}</p>
      <p>{t(entry?.sessionOpen ? 'account.history.notMeEffectOpen' : 'account.history.notMeEffect')}</p>
    </ConfirmDialog>
  );
}

import { useQueryClient } from '@tanstack/react-query';
import type { endRegisterUrl, RegisterUrl } from '#contract/joining/register-urls.ts';
import { call } from '../../../api/call.ts';
import { useAct } from '../../../base/use-act.ts';
import { useT } from '../../../i18n/use-t.tsx';
import type { AlertContent } from '../../../ui/page/AlertArea.tsx';
import { ConfirmDialog } from '../../../ui/dialog/ConfirmDialog.tsx';
import { registerUrlsKey } from '../queries.ts';

/** Asks before a URL is ended: it cannot be opened again. */
export function EndUrlDialog({
  url,
  say,
  onClose,
}: {
  url: RegisterUrl;
  say: (alert: AlertContent | undefined) => void;
  onClose: () => void;
}) {
  const t = useT();
  const queryClient = useQueryClient();
  const { busy, run } = useAct(say);
  const end = async () => {
    const request = {
      method: 'DELETE',
      path: '/api/portal/userRegisterUrl/{uuid}',
      params: { uuid: url.uuid },
    } as const;
    const done = await run(() => call<typeof endRegisterUrl>({ ...request, pattern: 'powerUser' }));
    await queryClient.invalidateQueries({ queryKey: registerUrlsKey });
    onClose();
    if (done) say({ kind: 'success', text: t('onboarding.urls.ended') });
  };
  return (
    <ConfirmDialog
      opened
      title={t('onboarding.urls.endTitle')}
      okLabel={t('onboarding.urls.end')}
      danger
      busy={busy}
      onOk={() => void end()}
      onCancel={onClose}
    >
      <p>
        {url.usersCount === 0
          ? t('onboarding.urls.endEffectNobody')
          : t('onboarding.urls.endEffect', { count: url.usersCount })}
      </p>
    </ConfirmDialog>
  );
}

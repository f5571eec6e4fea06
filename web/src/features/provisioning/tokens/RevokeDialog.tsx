import { useQueryClient } from '@tanstack/react-query';
import type { revokeManagementToken } from '#contract/provisioning/management-tokens.ts';
import { call } from '../../../api/call.ts';
import { useAct } from '../../../base/use-act.ts';
import { useT } from '../../../i18n/use-t.tsx';
import { ConfirmDialog } from '../../../ui/dialog/ConfirmDialog.tsx';
import type { AlertContent } from '../../../ui/page/AlertArea.tsx';
import { provisioningKey, type Token, tokensPath } from '../queries.ts';

type Props = {
  token: Token;
  all: readonly Token[];
  say: (alert: AlertContent | undefined) => void;
  onClose: () => void;
};

/** Asks before a token ends, and says where its source has no other. */
export function RevokeDialog({ token, all, say, onClose }: Props) {
  const t = useT();
  const queryClient = useQueryClient();
  const { busy, run } = useAct(say);
  const { id, name, source } = token;
  const isLast =
    source !== null && !all.some((one) => one.id !== id && one.source?.uuid === source.uuid && one.state === 'active');
  const revoke = async () => {
    const path = `${tokensPath}/{id}` as const;
    const done = await run(() =>
      call<typeof revokeManagementToken>({ method: 'DELETE', path, params: { id }, pattern: 'powerUser' }),
    );
    onClose();
    await queryClient.invalidateQueries({ queryKey: provisioningKey });
    if (done) say({ kind: 'success', text: t('provisioning.revoked', { name }) });
  };
  return (
    <ConfirmDialog
      opened
      title={t('provisioning.askRevoke', { name })}
      okLabel={t('provisioning.revoke')}
      danger
      busy={busy}
      onOk={() => void revoke()}
      onCancel={onClose}
    >
      <p>{t('provisioning.effectRevoke')}</p>
      {isLast ? <p>{t('provisioning.effectRevokeLast', { source: source?.displayName ?? '' })}</p> : null}
    </ConfirmDialog>
  );
}

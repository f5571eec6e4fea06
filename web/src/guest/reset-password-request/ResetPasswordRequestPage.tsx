import { useEffect } from 'react';
import type { sendResetPasswordConfirmation } from '#contract/sign-in/password-reset.ts';
import { call } from '../../api/call.ts';
import { checksIn } from '../../guest-kit/checks.ts';
import { useGuest, useQuery } from '../../guest-kit/context.tsx';
import { MailForm, useMailForm } from '../../guest-kit/MailForm.tsx';
import { TextField } from '../../guest-kit/TextField.tsx';

/** `/portal/reset-password-request.html`: asks for the mail that leads to a new password (spec section 2). */
export default function ResetPasswordRequestPage() {
  const { t } = useGuest();
  const tenantId = useQuery()?.get('tenantId') ?? '';
  const form = useMailForm({
    more: { tenantId: '' },
    check: { tenantId: checksIn(t).optionalTenantId },
    send: async (mailAddress, values) => {
      const chosen = values.tenantId.trim().toLowerCase();
      await call<typeof sendResetPasswordConfirmation>({
        method: 'POST',
        path: '/api/account/sendResetPasswordConfirmation',
        noAuth: true,
        body: { mailAddress, ...(chosen ? { tenantId: chosen } : {}) },
      });
    },
  });
  const { set } = form;
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the address is known
  useEffect(() => {
    if (tenantId) set('tenantId', tenantId);
  }, [tenantId]);
  return (
    <MailForm
      form={form}
      title={t('registration.resetRequestTitle')}
      lead={t('registration.resetRequestLead')}
      button={t('registration.sendResetMail')}
      back={t('guest.backToSignIn')}
      sent={{
        title: t('registration.resetSentTitle'),
        text: (mailAddress) => t('registration.resetSent', { mailAddress }),
      }}
    >
      <TextField
        {...form.box('tenantId')}
        label={t('guest.tenantId')}
        help={t('registration.resetTenantHelp')}
        autoComplete="organization"
        autoCapitalize="none"
        spellCheck={false}
      />
    </MailForm>
  );
}

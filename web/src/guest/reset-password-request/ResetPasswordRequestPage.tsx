import { useEffect, useState } from 'react';
import type { sendResetPasswordConfirmation } from '#contract/account/password-reset.ts';
import { call } from '../../api/call.ts';
import { paths } from '../../base/paths.ts';
import { Button } from '../../guest-kit/Button.tsx';
import { checksIn } from '../../guest-kit/checks.ts';
import { useGuest, useQuery } from '../../guest-kit/context.tsx';
import { FormAlert } from '../../guest-kit/FormAlert.tsx';
import { GuestPage } from '../../guest-kit/GuestPage.tsx';
import { MailSent } from '../../guest-kit/MailSent.tsx';
import { TextField } from '../../guest-kit/TextField.tsx';
import { useForm } from '../../guest-kit/use-form.ts';

/** `/portal/reset-password-request.html`: asks for the mail that leads to a new password (spec section 2). */
export default function ResetPasswordRequestPage() {
  const { t } = useGuest();
  const [sentTo, setSentTo] = useState<string>();
  const tenantId = useQuery()?.get('tenantId') ?? '';
  const check = checksIn(t);
  const form = useForm({
    initial: { mailAddress: '', tenantId: '' },
    check: { mailAddress: check.mailAddress, tenantId: check.optionalTenantId },
    submit: async (values) => {
      const mailAddress = values.mailAddress.trim();
      const chosen = values.tenantId.trim().toLowerCase();
      const body = { mailAddress, ...(chosen ? { tenantId: chosen } : {}) };
      await call<typeof sendResetPasswordConfirmation>({
        method: 'POST',
        path: '/api/account/sendResetPasswordConfirmation',
        noAuth: true,
        body,
      });
      setSentTo(mailAddress);
    },
    fieldOf: ({ field }) => (field === 'mailAddress' || field === 'tenantId' ? field : undefined),
  });
  const { set } = form;
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the address is known
  useEffect(() => {
    if (tenantId) set('tenantId', tenantId);
  }, [tenantId]);
  if (sentTo !== undefined) {
    return (
      <MailSent title={t('registration.resetSentTitle')} onAgain={() => setSentTo(undefined)}>
        <p>{t('registration.resetSent', { mailAddress: sentTo })}</p>
        <p className="g-small">{t('registration.mailMissing')}</p>
      </MailSent>
    );
  }
  return (
    <GuestPage title={t('registration.resetRequestTitle')} lead={t('registration.resetRequestLead')}>
      <form className="g-form" method="post" noValidate onSubmit={form.onSubmit}>
        <FormAlert alert={form.alert} />
        <TextField
          {...form.box('mailAddress')}
          label={t('guest.mailAddress')}
          required
          type="email"
          autoComplete="email"
          autoCapitalize="none"
          spellCheck={false}
          autoFocus
        />
        <TextField
          {...form.box('tenantId')}
          label={t('guest.tenantId')}
          help={t('registration.resetTenantHelp')}
          autoComplete="organization"
          autoCapitalize="none"
          spellCheck={false}
        />
        <Button type="submit" busy={form.busy}>
          {t('registration.sendResetMail')}
        </Button>
      </form>
      <ul className="g-links">
        <li>
          <a href={paths.login}>{t('guest.backToSignIn')}</a>
        </li>
      </ul>
    </GuestPage>
  );
}

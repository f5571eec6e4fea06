import { useState } from 'react';
import type { sendIdInformation } from '#contract/account/id-inquiry.ts';
import { call } from '../../api/call.ts';
import { paths } from '../../base/paths.ts';
import { Button } from '../../guest-kit/Button.tsx';
import { checksIn } from '../../guest-kit/checks.ts';
import { useGuest } from '../../guest-kit/context.tsx';
import { FormAlert } from '../../guest-kit/FormAlert.tsx';
import { GuestPage } from '../../guest-kit/GuestPage.tsx';
import { MailSent } from '../../guest-kit/MailSent.tsx';
import { TextField } from '../../guest-kit/TextField.tsx';
import { useForm } from '../../guest-kit/use-form.ts';

/** `/portal/id-inquiry.html`: asks for the mail with one's tenant and user IDs (spec section 2). */
export default function IdInquiryPage() {
  const { t } = useGuest();
  const [sentTo, setSentTo] = useState<string>();
  const form = useForm({
    initial: { mailAddress: '' },
    check: { mailAddress: checksIn(t).mailAddress },
    submit: async (values) => {
      const mailAddress = values.mailAddress.trim();
      await call<typeof sendIdInformation>({
        method: 'POST',
        path: '/api/account/sendIdInformation',
        noAuth: true,
        body: { mailAddress },
      });
      setSentTo(mailAddress);
    },
    fieldOf: ({ field }) => (field === 'mailAddress' ? field : undefined),
  });
  if (sentTo !== undefined) {
    return (
      <MailSent title={t('registration.idsSentTitle')} onAgain={() => setSentTo(undefined)}>
        <p>{t('registration.idsSent', { mailAddress: sentTo })}</p>
        <p className="g-small">{t('registration.mailMissing')}</p>
      </MailSent>
    );
  }
  return (
    <GuestPage title={t('registration.idInquiryTitle')} lead={t('registration.idInquiryLead')}>
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
        <Button type="submit" busy={form.busy}>
          {t('registration.sendIds')}
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

import type { sendIdInformation } from '#contract/sign-in/id-inquiry.ts';
import { call } from '../../api/call.ts';
import { useGuest } from '../../guest-kit/context.tsx';
import { MailForm, useMailForm } from '../../guest-kit/MailForm.tsx';

/** `/portal/id-inquiry.html`: asks for the mail with one's tenant and user IDs (spec section 2). */
export default function IdInquiryPage() {
  const { t } = useGuest();
  const form = useMailForm({
    send: async (mailAddress) => {
      await call<typeof sendIdInformation>({
        method: 'POST',
        path: '/api/account/sendIdInformation',
        noAuth: true,
        body: { mailAddress },
      });
    },
  });
  return (
    <MailForm
      form={form}
      title={t('registration.idInquiryTitle')}
      lead={t('registration.idInquiryLead')}
      button={t('registration.sendIds')}
      back={t('guest.backToSignIn')}
      sent={{
        title: t('registration.idsSentTitle'),
        text: (mailAddress) => t('registration.idsSent', { mailAddress }),
      }}
    />
  );
}

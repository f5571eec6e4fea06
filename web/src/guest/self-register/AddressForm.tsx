import { useGuest } from '../../guest-kit/context.tsx';
import { MailForm, useMailForm } from '../../guest-kit/MailForm.tsx';
import { askForMail, type RegisterInfo } from './self-register-calls.ts';

/** First the mail address: a link mailed to it leads on. */
export function AddressForm({ code, info }: { code: string; info: RegisterInfo }) {
  const { t, language } = useGuest();
  const { enabledDomains, tenantName } = info;
  const domains = new Intl.ListFormat(language, { type: 'disjunction' }).format(enabledDomains.map((one) => `@${one}`));
  const rule = enabledDomains.length > 0 ? t('registration.addressOfDomains', { domains }) : undefined;
  const form = useMailForm({
    check: {
      mailAddress: (value) =>
        enabledDomains.includes(value.trim().split('@').at(-1)?.toLowerCase() ?? '') ? undefined : rule,
    },
    send: async (mailAddress) => void (await askForMail(code, mailAddress, language)),
  });
  return (
    <MailForm
      form={form}
      title={t('registration.selfRegisterTitle')}
      lead={t('registration.selfRegisterLead', { tenant: tenantName })}
      help={rule}
      button={t('registration.sendProof')}
      back={t('registration.haveAccount')}
      sent={{
        title: t('registration.proofSentTitle'),
        text: (mailAddress) => t('registration.proofSent', { mailAddress }),
      }}
    />
  );
}

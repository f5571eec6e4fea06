import { useState } from 'react';
import { paths } from '../../base/paths.ts';
import { Button } from '../../guest-kit/Button.tsx';
import { checksIn } from '../../guest-kit/checks.ts';
import { useGuest } from '../../guest-kit/context.tsx';
import { FormAlert } from '../../guest-kit/FormAlert.tsx';
import { GuestPage } from '../../guest-kit/GuestPage.tsx';
import { MailSent } from '../../guest-kit/MailSent.tsx';
import { TextField } from '../../guest-kit/TextField.tsx';
import { useForm } from '../../guest-kit/use-form.ts';
import { askForMail, type RegisterInfo } from './self-register-calls.ts';

/** First the mail address: a link mailed to it leads on. */
export function AddressForm({ code, info }: { code: string; info: RegisterInfo }) {
  const { t, language } = useGuest();
  const [sentTo, setSentTo] = useState<string>();
  const { enabledDomains, tenantName } = info;
  const form = useForm({
    initial: { mailAddress: '' },
    check: {
      mailAddress: (value) => checksIn(t).mailAddress(value) ?? ofDomains(value) ?? undefined,
    },
    submit: async ({ mailAddress }) => {
      await askForMail(code, mailAddress.trim(), language);
      setSentTo(mailAddress.trim());
    },
    fieldOf: ({ field }) => (field === 'mailAddress' ? field : undefined),
  });
  const domains = new Intl.ListFormat(language, { type: 'disjunction' }).format(enabledDomains.map((one) => `@${one}`));
  const ofDomains = (value: string) => {
    const domain = value.trim().split('@').at(-1)?.toLowerCase() ?? '';
    if (enabledDomains.length === 0 || enabledDomains.includes(domain)) return undefined;
    return t('registration.addressOfDomains', { domains });
  };
  if (sentTo !== undefined) {
    return (
      <MailSent title={t('registration.proofSentTitle')} onAgain={() => setSentTo(undefined)}>
        <p>{t('registration.proofSent', { mailAddress: sentTo })}</p>
        <p className="g-small">{t('registration.mailMissing')}</p>
      </MailSent>
    );
  }
  return (
    <GuestPage
      title={t('registration.selfRegisterTitle')}
      lead={t('registration.selfRegisterLead', { tenant: tenantName })}
    >
      <form className="g-form" method="post" noValidate onSubmit={form.onSubmit}>
        <FormAlert alert={form.alert} />
        <TextField
          {...form.box('mailAddress')}
          label={t('guest.mailAddress')}
          {...(enabledDomains.length > 0 ? { help: t('registration.addressOfDomains', { domains }) } : {})}
          required
          type="email"
          autoComplete="email"
          autoCapitalize="none"
          spellCheck={false}
          autoFocus
        />
        <Button type="submit" busy={form.busy}>
          {t('registration.sendProof')}
        </Button>
      </form>
      <ul className="g-links">
        <li>
          <a href={paths.login}>{t('registration.haveAccount')}</a>
        </li>
      </ul>
    </GuestPage>
  );
}

import { type ReactNode, useState } from 'react';
import { paths } from '../base/paths.ts';
import { Button } from './Button.tsx';
import { checksIn } from './checks.ts';
import { useGuest } from './context.tsx';
import { FormAlert } from './FormAlert.tsx';
import { GuestPage } from './GuestPage.tsx';
import { MailSent } from './MailSent.tsx';
import { TextField } from './TextField.tsx';
import { type FormOptions, useForm } from './use-form.ts';

type Options<More extends string> = {
  /** Further boxes, with what is in them at first. */
  more?: Record<More, string>;
  /** The mistakes in boxes; that of the mail address is looked for after its form. */
  check?: FormOptions<'mailAddress' | More>['check'];
  send: (mailAddress: string, values: Record<'mailAddress' | More, string>) => Promise<void>;
};

/** A form that has a mail sent to an address, and to where it was sent. */
export function useMailForm<More extends string = never>({ more, check, send }: Options<More>) {
  type Values = Record<'mailAddress' | More, string>;
  const { t } = useGuest();
  const [sentTo, setSentTo] = useState<string>();
  const initial = { mailAddress: '', ...more } as Values;
  const ofAddress = (value: string, values: Values) =>
    checksIn(t).mailAddress(value) ?? check?.mailAddress?.(value, values);
  const form = useForm<'mailAddress' | More>({
    initial,
    check: { ...check, mailAddress: ofAddress } as NonNullable<typeof check>,
    submit: async (values) => {
      const mailAddress = values.mailAddress.trim();
      await send(mailAddress, values);
      setSentTo(mailAddress);
    },
    fieldOf: ({ field }) => (Object.keys(initial) as (keyof Values)[]).find((name) => name === field),
  });
  return { ...form, sentTo, again: () => setSentTo(undefined) };
}

type Props = {
  form: Pick<ReturnType<typeof useMailForm<never>>, 'onSubmit' | 'alert' | 'busy' | 'box' | 'sentTo' | 'again'>;
  title: string;
  lead: string;
  /** What may be entered as the address. */
  help?: string | undefined;
  button: string;
  /** The link back to the sign-in page. */
  back: string;
  /** The page once the mail was sent: the same whether the address belongs to somebody or not. */
  sent: { title: string; text: (mailAddress: string) => string };
  /** Further boxes. */
  children?: ReactNode;
};

/** The page of such a form: it asks for the address, then says that a mail was sent. */
export function MailForm({ form, title, lead, help, button, back, sent, children }: Props) {
  const { t } = useGuest();
  if (form.sentTo !== undefined) {
    return (
      <MailSent title={sent.title} onAgain={form.again}>
        <p>{sent.text(form.sentTo)}</p>
        <p className="g-small">{t('registration.mailMissing')}</p>
      </MailSent>
    );
  }
  return (
    <GuestPage title={title} lead={lead}>
      <form className="g-form" method="post" noValidate onSubmit={form.onSubmit}>
        <FormAlert alert={form.alert} />
        <TextField
          {...form.box('mailAddress')}
          label={t('guest.mailAddress')}
          help={help}
          required
          type="email"
          autoComplete="email"
          autoCapitalize="none"
          spellCheck={false}
          autoFocus
        />
        {children}
        <Button type="submit" busy={form.busy}>
          {button}
        </Button>
      </form>
      <ul className="g-links">
        <li>
          <a href={paths.login}>{back}</a>
        </li>
      </ul>
    </GuestPage>
  );
}

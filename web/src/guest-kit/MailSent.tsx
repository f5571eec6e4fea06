import type { ReactNode } from 'react';
import { paths } from '../base/paths.ts';
import { Button, ButtonLink } from './Button.tsx';
import { useGuest } from './context.tsx';
import { GuestPage } from './GuestPage.tsx';

export type MailSentProps = { title: string; children: ReactNode; onAgain: () => void };

/** After a mail was asked for: the same words whether the address belongs to somebody or not. */
export function MailSent({ title, children, onAgain }: MailSentProps) {
  const { t } = useGuest();
  return (
    <GuestPage title={title}>
      <div className="g-prose" role="status">
        {children}
      </div>
      <div className="g-actions">
        <ButtonLink look="primary" href={paths.login}>
          {t('guest.backToSignIn')}
        </ButtonLink>
        <Button look="quiet" onClick={onAgain}>
          {t('guest.otherAddress')}
        </Button>
      </div>
    </GuestPage>
  );
}

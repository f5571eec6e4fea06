import { useState } from 'react';
import type { confirmLoginMailAddress } from '#contract/joining/confirm-mail-address.ts';
import type { AnswerOf } from '#contract/route.ts';
import { hasErrorId } from '../../api/api-error.ts';
import { call } from '../../api/call.ts';
import { paths } from '../../base/paths.ts';
import { Button, ButtonLink } from '../../guest-kit/Button.tsx';
import { useGuest, useQuery } from '../../guest-kit/context.tsx';
import { FormAlert } from '../../guest-kit/FormAlert.tsx';
import { GuestPage } from '../../guest-kit/GuestPage.tsx';
import { LinkSpent } from '../../guest-kit/LinkStart.tsx';
import { useAct } from '../../guest-kit/use-act.ts';
import { exchangeCodeIn } from '../../guest-kit/mail-link.ts';

type Confirmed = AnswerOf<typeof confirmLoginMailAddress>;

/** `/portal/confirm-mail-address.html?exchangeCode=`: a changed login mail address becomes valid when a person presses the button. */
export default function ConfirmMailAddressPage() {
  const { t } = useGuest();
  const query = useQuery();
  const [confirmed, setConfirmed] = useState<Confirmed>();
  const [spent, setSpent] = useState(false);
  const code = query ? exchangeCodeIn(query) : undefined;
  const { run, busy, alert } = useAct(async () => {
    const request = {
      method: 'POST',
      path: '/api/account/confirmLoginMailAddress',
      noAuth: true,
      body: { exchangeCode: code ?? '' },
    } as const;
    try {
      setConfirmed(await call<typeof confirmLoginMailAddress>(request));
      history.replaceState(null, '', location.pathname);
    } catch (error) {
      if (!hasErrorId(error, 'revoked_or_expired') && !hasErrorId(error, 'invalid_params')) throw error;
      setSpent(true);
    }
  });
  if (confirmed) return <Confirmation {...confirmed} />;
  if (spent || (query !== null && code === undefined)) {
    return <LinkSpent again={{ href: paths.account('basic_settings'), label: t('registration.toBasicSettings') }} />;
  }
  return (
    <GuestPage title={t('registration.confirmAddressTitle')} lead={t('registration.confirmAddressLead')}>
      <FormAlert alert={alert} />
      <Button busy={busy} onClick={() => run()}>
        {t('registration.confirmAddress')}
      </Button>
    </GuestPage>
  );
}

/** Whoever has no password was made by an administrator: one is chosen as if it had been forgotten. */
function Confirmation({ tenantId, loginMailAddress: mailAddress, passwordAssigned, passwordOpen }: Confirmed) {
  const { t } = useGuest();
  const title = t('registration.addressConfirmedTitle');
  if (passwordAssigned || !passwordOpen) {
    const lead = passwordOpen ? t('registration.addressConfirmed', { mailAddress }) : undefined;
    return (
      <GuestPage title={title} lead={lead}>
        <ButtonLink look="primary" href={paths.top}>
          {t('guest.toTop')}
        </ButtonLink>
      </GuestPage>
    );
  }
  return (
    <GuestPage title={title} lead={t('registration.addressConfirmedNoPassword', { mailAddress })}>
      <ButtonLink look="primary" href={`${paths.resetPasswordRequest}?tenantId=${tenantId}`}>
        {t('registration.choosePassword')}
      </ButtonLink>
      <ul className="g-links">
        <li>
          <a href={paths.login}>{t('guest.toSignIn')}</a>
        </li>
      </ul>
    </GuestPage>
  );
}

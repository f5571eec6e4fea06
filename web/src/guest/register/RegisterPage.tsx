import { useEffect, useState } from 'react';
import { hasErrorId } from '../../api/api-error.ts';
import { paths } from '../../base/paths.ts';
import { ButtonLink } from '../../guest-kit/Button.tsx';
import { useGuest } from '../../guest-kit/context.tsx';
import { FormAlert } from '../../guest-kit/FormAlert.tsx';
import { GuestPage } from '../../guest-kit/GuestPage.tsx';
import { LinkSpent, LinkStart } from '../../guest-kit/LinkStart.tsx';
import { Spinner } from '../../guest-kit/Spinner.tsx';
import { TenantLook } from '../../guest-kit/TenantLook.tsx';
import { useAct } from '../../guest-kit/use-act.ts';
import { rememberWay } from '../../session/accounts.ts';
import { forgetLink, type OpenedLink } from '../../guest-kit/mail-link.ts';
import { type NewUserInfo, readRegistration, register, type Registration } from './register-calls.ts';
import { RegistrationForm } from './RegistrationForm.tsx';

/** `taken`: somebody else signs in with the address by now, and there is no other one to choose here. */
type End = 'spent' | 'taken' | 'done';
const said = {
  done: { title: 'registration.registeredTitle', lead: 'registration.registered' },
  taken: { title: 'registration.addressTakenTitle', lead: 'registration.addressTaken' },
} as const;

/** `/portal/register.html?exchangeCode=`: login information of an invited person (spec section 2, "register login info"). */
export default function RegisterPage() {
  const { t } = useGuest();
  const [link, setLink] = useState<OpenedLink>();
  const [end, setEnd] = useState<End>();
  // Only an administrator can invite again.
  const again = { href: paths.login, label: t('guest.toSignIn') };
  if (end === 'spent') return <LinkSpent again={again} />;
  if (!link) {
    return (
      <LinkStart
        purpose="registerLoginInfo"
        title={t('registration.registerTitle')}
        lead={t('registration.registerStart')}
        again={again}
        onOpen={setLink}
      />
    );
  }
  return (
    <TenantLook tenantId={link.tenantId}>
      {end ? (
        <GuestPage title={t(said[end].title)} lead={t(said[end].lead)}>
          <ButtonLink look="primary" href={paths.login}>
            {t('guest.toSignIn')}
          </ButtonLink>
        </GuestPage>
      ) : (
        <OpenedInvitation temporaryCode={link.temporaryCode} onEnd={setEnd} />
      )}
    </TenantLook>
  );
}

const leadOf = ({ passwordOpen }: Registration) =>
  passwordOpen ? 'registration.registerLead' : 'registration.registerByProvider';

function OpenedInvitation({ temporaryCode, onEnd }: { temporaryCode: string; onEnd: (end: End) => void }) {
  const { t, language } = useGuest();
  const [registration, setRegistration] = useState<Registration>();
  const unlessExpired = async (work: Promise<void>) => {
    await work.catch((error) => {
      if (hasErrorId(error, 'duplicated_params_loginMailAddress')) return onEnd('taken');
      if (!hasErrorId(error, 'revoked_or_expired')) throw error;
      forgetLink();
      onEnd('spent');
    });
  };
  const { run, alert } = useAct(() => unlessExpired(readRegistration(temporaryCode).then(setRegistration)));
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each code
  useEffect(() => run(), [temporaryCode]);
  const submit = async (info: NewUserInfo) => {
    if (!registration) return;
    await register(temporaryCode, registration, info, language);
    rememberWay('loginMailAddress');
    forgetLink();
    onEnd('done');
  };
  return (
    <GuestPage
      title={t('registration.registerTitle')}
      lead={registration && t(leadOf(registration), { tenant: registration.tenantName })}
    >
      <FormAlert alert={alert} />
      {registration ? (
        <RegistrationForm
          registration={registration}
          temporaryCode={temporaryCode}
          onSubmit={(info) => unlessExpired(submit(info))}
        />
      ) : alert ? null : (
        <Spinner label={t('guest.loading')} />
      )}
    </GuestPage>
  );
}

import { lazy, Suspense } from 'react';
import { Alert } from '../../guest-kit/Alert.tsx';
import { Button } from '../../guest-kit/Button.tsx';
import { checksIn } from '../../guest-kit/checks.ts';
import { CodeField } from '../../guest-kit/CodeField.tsx';
import { useGuest, useQuery } from '../../guest-kit/context.tsx';
import { FormAlert } from '../../guest-kit/FormAlert.tsx';
import { GuestPage } from '../../guest-kit/GuestPage.tsx';
import { Spinner } from '../../guest-kit/Spinner.tsx';
import { useForm } from '../../guest-kit/use-form.ts';
import { NotNow } from './NotNow.tsx';
import { ProveMfa } from './ProveMfa.tsx';
import { Reauthenticate } from './Reauthenticate.tsx';
import { RecoveryCodes } from './RecoveryCodes.tsx';
import { SecretKey } from './SecretKey.tsx';
import { type SettingState, useSetting } from './use-setting.ts';

const QrCode = lazy(() => import('../../guest-kit/QrCode.tsx').then((module) => ({ default: module.QrCode })));

/** `/mfa-authenticator-setting.html` (spec section 2): needs a session, gets one from the sign-in page where there is none. */
export default function MfaAuthenticatorSettingPage() {
  const query = useQuery();
  // Until the address is known nothing begins: whose session lacks MFA has it set up already, or not.
  if (query === null) return <Setting state={{}} onConfirm={later} onAgain={later} />;
  return query.get('prove') === 'mfa' ? <ProveMfa query={query} /> : <SetUp />;
}

const later = async () => {};

function SetUp() {
  const { state, begin, confirm, leave } = useSetting();
  if (state.reauthenticates) return <Reauthenticate maySkip={state.maySkip} onProved={() => void begin()} />;
  if (state.recoveryCodes) return <RecoveryCodes codes={state.recoveryCodes} onKept={leave} />;
  return <Setting state={state} onConfirm={confirm} onAgain={() => void begin()} />;
}

type SettingProps = { state: SettingState; onConfirm: (otp: string) => Promise<void>; onAgain: () => void };

function Setting({ state: { totp, problem, maySkip }, onConfirm, onAgain }: SettingProps) {
  const { t, data } = useGuest();
  const form = useForm({
    initial: { otp: '' },
    check: { otp: checksIn(t).otp },
    submit: ({ otp }) => onConfirm(otp),
    fieldOf: ({ message_id }) => (message_id === 'wrong_otp' ? 'otp' : undefined),
    // There are no recovery codes yet, of which the server's sentence speaks.
    wordsFor: ({ message_id }) => (message_id === 'wrong_otp' ? t('device.setupCodeWrong') : undefined),
  });
  return (
    <GuestPage title={t('device.authenticatorTitle')} lead={t('device.authenticatorLead')}>
      {problem ? (
        <Alert kind="failure">
          {t(problem === 'alreadyConfigured' ? 'device.alreadyConfigured' : 'device.processFailed')}
        </Alert>
      ) : null}
      <ol className="g-steps">
        <li>
          {t('device.installApp')} <AppHelp href={data.authenticatorHelpUrl} />
        </li>
        <li>
          {t('device.scanCode')}
          <div className="g-qr-place">
            <Suspense fallback={null}>
              {totp ? <QrCode text={totp.otpauthUri} label={t('device.qrCode')} /> : null}
            </Suspense>
            {totp || problem ? null : <Spinner label={t('guest.loading')} />}
          </div>
          {totp ? <SecretKey secret={totp.secret} /> : null}
        </li>
        <li>
          {t('device.enterCode')}
          <form className="g-form" method="post" noValidate onSubmit={form.onSubmit}>
            <FormAlert alert={form.alert} />
            <CodeField {...form.box('otp')} label={t('device.confirmCode')} />
            <Button type="submit" busy={form.busy} disabled={!totp || problem === 'processFailed'}>
              {t('guest.ok')}
            </Button>
            {problem ? (
              <Button look="quiet" onClick={onAgain}>
                {t('device.startAgain')}
              </Button>
            ) : null}
          </form>
        </li>
      </ol>
      {maySkip ? <NotNow /> : null}
    </GuestPage>
  );
}

/** The provider's instructions where there are any, else our own few words. */
function AppHelp({ href }: { href: string | undefined }) {
  const { t } = useGuest();
  if (href) {
    return (
      <a href={href} target="_blank" rel="noreferrer">
        {t('device.appHelp')}
      </a>
    );
  }
  return (
    <details>
      <summary>{t('device.appHelp')}</summary>
      <p className="g-small">{t('device.appHelpWords')}</p>
    </details>
  );
}

import { accessTexts } from '../../base/scope-texts.ts';
import { ApiFacts } from '../../guest-kit/ApiFacts.tsx';
import { readUserAgent } from '#contract/user-agent.ts';
import { paths } from '../../base/paths.ts';
import { Alert } from '../../guest-kit/Alert.tsx';
import { Button } from '../../guest-kit/Button.tsx';
import { useGuest } from '../../guest-kit/context.tsx';
import { FormAlert } from '../../guest-kit/FormAlert.tsx';
import { GuestPage } from '../../guest-kit/GuestPage.tsx';
import { useAct } from '../../guest-kit/use-act.ts';
import { answerDevice, type DeviceRequest } from './device-calls.ts';

export type ConfirmDeviceProps = {
  userCode: string;
  device: DeviceRequest;
  account: string | undefined;
  guarded: (work: Promise<void>) => Promise<void>;
  onEnd: (accepted: boolean) => void;
};

/** Where the user gives what the session lacks, and comes back with the code. */
function provingAddress(missing: 'mfa' | 'signIn', userCode: string): string {
  const url = `${location.pathname}?${new URLSearchParams({ user_code: userCode })}`;
  if (missing === 'signIn') return `${paths.login}?${new URLSearchParams({ url })}`;
  return `${paths.mfaAuthenticatorSetting}?${new URLSearchParams({ prove: 'mfa', url })}`;
}

const proofTexts = {
  mfa: { text: 'device.needsMfa', link: 'device.confirmMfa' },
  signIn: { text: 'device.needsSignIn', link: 'device.signInAgain' },
} as const;

function MissingProof({ missing, userCode }: { missing: DeviceRequest['missingProof']; userCode: string }) {
  const { t } = useGuest();
  if (!missing) return null;
  if (missing === 'unobtainable') return <Alert kind="info">{t('device.unobtainable')}</Alert>;
  const { text, link } = proofTexts[missing];
  return (
    <Alert kind="info">
      {t(text)} <a href={provingAddress(missing, userCode)}>{t(link)}</a>
    </Alert>
  );
}

/** What the device is and asks for, so that nobody lets a stranger's device in (RFC 8628 section 5.4). */
export function ConfirmDevice({ userCode, device, account, guarded, onEnd }: ConfirmDeviceProps) {
  const { t } = useGuest();
  const { run, busy, busyWith, alert } = useAct((accept: boolean) =>
    guarded(answerDevice(userCode, accept, device).then(() => onEnd(accept))),
  );
  // Only what is known of it: the header itself is the words of those who ask.
  const { browser, system } = readUserAgent(device.userAgent);
  const sentBy = browser && system ? t('device.browserOnSystem', { browser, system }) : (browser ?? system);
  return (
    <GuestPage title={t('device.confirmTitle', { client: device.clientName })} lead={t('device.confirmLead')}>
      <FormAlert alert={alert} />
      <dl className="g-facts">
        <dt>{t('device.userCode')}</dt>
        <dd className="g-code">{userCode}</dd>
        {account ? (
          <>
            <dt>{t('device.account')}</dt>
            <dd>{account}</dd>
          </>
        ) : null}
        <dt>{t('device.asksFrom')}</dt>
        <dd>
          {device.address}
          {sentBy ? <div className="g-small">{sentBy}</div> : null}
        </dd>
        <dt>{t('device.asksFor')}</dt>
        <dd>
          <ul>
            {accessTexts(device).map((text) => (
              <li key={text}>{t(text)}</li>
            ))}
          </ul>
        </dd>
        <ApiFacts api={device.api} />
      </dl>
      {device.assigned ? null : <Alert kind="info">{t('device.noAccessDevice')}</Alert>}
      <MissingProof missing={device.missingProof} userCode={userCode} />
      <div className="g-actions">
        <Button
          busy={busyWith === true}
          disabled={busy || !device.assigned || Boolean(device.missingProof)}
          onClick={() => run(true)}
        >
          {t('device.accept')}
        </Button>
        <Button look="quiet" busy={busyWith === false} disabled={busy} onClick={() => run(false)}>
          {t('device.refuse')}
        </Button>
      </div>
    </GuestPage>
  );
}

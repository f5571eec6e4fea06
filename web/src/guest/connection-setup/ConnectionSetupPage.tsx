import { Fragment, useEffect, useState } from 'react';
import type { OpenidCause } from '#contract/federation/openid-values.ts';
import type { SamlFailureCause } from '#contract/federation/saml-failures.ts';
import { intlLocale } from '#contract/intl-locale.ts';
import { isApiError } from '../../api/api-error.ts';
import { Alert } from '../../guest-kit/Alert.tsx';
import { Button } from '../../guest-kit/Button.tsx';
import { useAwake, useGuest } from '../../guest-kit/context.tsx';
import { FormAlert } from '../../guest-kit/FormAlert.tsx';
import { GuestPage } from '../../guest-kit/GuestPage.tsx';
import { Spinner } from '../../guest-kit/Spinner.tsx';
import { useAct } from '../../guest-kit/use-act.ts';
import { OpenidForm } from './OpenidForm.tsx';
import { OurValues } from './OurValues.tsx';
import { SamlForm } from './SamlForm.tsx';
import { beginTest, completeSetup, type ConnectionSetup, openSetup, readSetup } from './setup-calls.ts';

/** A link that is unknown, used, expired or revoked: all the same. */
const isOver = (error: unknown) => isApiError(error) && error.status === 410;

/**
 * `/portal/connection-setup.html#link=`: who has no account sets up one connection. The link opens once; this browser then
 * goes on with its cookie, also when it comes back from a test at the provider.
 */
export default function ConnectionSetupPage() {
  const { t } = useGuest();
  const awake = useAwake();
  const given = awake ? linkInAddress() : undefined;
  const [setup, setSetup] = useState<ConnectionSetup>();
  const [end, setEnd] = useState<'over' | 'done'>();
  const caught = async (act: () => Promise<void>) => {
    try {
      await act();
    } catch (error) {
      if (!isOver(error)) throw error;
      setEnd('over');
    }
  };
  const begin = useAct(() =>
    caught(async () => {
      // Who opens it again in the same browser goes on there.
      const again = (error: unknown) => (isOver(error) ? readSetup() : Promise.reject(error));
      setSetup(given === undefined ? await readSetup() : await openSetup(given).catch(again));
      history.replaceState(null, '', location.pathname);
    }),
  );
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the address is known
  useEffect(() => {
    if (awake && given === undefined) begin.run();
  }, [awake]);
  if (end) return <GuestPage title={t(`connectionSetup.${end}Title`)} lead={t(`connectionSetup.${end}`)} />;
  if (setup) return <Steps setup={setup} caught={caught} onChange={setSetup} onDone={() => setEnd('done')} />;
  return (
    <GuestPage title={t('connectionSetup.title')} lead={given === undefined ? undefined : t('connectionSetup.start')}>
      <FormAlert alert={begin.alert} />
      {given === undefined ? (
        begin.alert ? null : (
          <Spinner label={t('guest.loading')} />
        )
      ) : (
        <Button busy={begin.busy} onClick={() => begin.run()}>
          {t('guest.continue')}
        </Button>
      )}
    </GuestPage>
  );
}

const linkInAddress = () => new URLSearchParams(location.hash.slice(1)).get('link') ?? undefined;

type StepsProps = {
  setup: ConnectionSetup;
  caught: (act: () => Promise<void>) => Promise<void>;
  onChange: (setup: ConnectionSetup) => void;
  onDone: () => void;
};

/** Our values to the provider, its values here, the test, and the hand-over. */
function Steps({ setup, caught, onChange, onDone }: StepsProps) {
  const { t, language } = useGuest();
  const test = useAct(() => caught(async () => window.location.assign((await beginTest()).url)));
  const complete = useAct(() =>
    caught(async () => {
      await completeSetup();
      onDone();
    }),
  );
  const isEntered = setup.saml ? setup.saml.given !== null : setup.openid?.clientId !== null;
  const { tenantName: tenant, displayName: name } = setup;
  const until = new Intl.DateTimeFormat(intlLocale(language), { dateStyle: 'medium', timeStyle: 'short' });
  return (
    <GuestPage
      title={t('connectionSetup.title')}
      lead={t('connectionSetup.lead', { tenant, name, date: until.format(new Date(setup.expiresAt)) })}
    >
      <ol className="g-steps">
        <li>
          <strong>{t(`connectionSetup.step_register_${setup.type}`)}</strong>
          <OurValues setup={setup} />
        </li>
        <li>
          <strong>{t(`connectionSetup.step_enter_${setup.type}`)}</strong>
          {isEntered ? <Alert kind="success">{t('connectionSetup.saved')}</Alert> : null}
          {setup.type === 'saml' ? (
            <SamlForm setup={setup} onSaved={onChange} />
          ) : (
            <OpenidForm setup={setup} onSaved={onChange} />
          )}
        </li>
        <li>
          <strong>{t('connectionSetup.step_test')}</strong>
          <p>{t(isEntered ? 'connectionSetup.testHelp' : 'connectionSetup.testLater')}</p>
          <LastTest setup={setup} />
          <FormAlert alert={test.alert} />
          {isEntered ? (
            <Button look="quiet" busy={test.busy} onClick={() => test.run()}>
              {t('connectionSetup.test')}
            </Button>
          ) : null}
        </li>
        <li>
          <strong>{t('connectionSetup.step_complete')}</strong>
          <p>{t('connectionSetup.completeHelp')}</p>
          <FormAlert alert={complete.alert} />
          {isEntered ? (
            <Button busy={complete.busy} onClick={() => complete.run()}>
              {t('connectionSetup.complete')}
            </Button>
          ) : null}
        </li>
      </ol>
    </GuestPage>
  );
}

/** How the last test ended: what the provider said of the person, or the check that failed. */
function LastTest({ setup: { type, lastTest } }: { setup: ConnectionSetup }) {
  const { t } = useGuest();
  if (!lastTest) return null;
  const { cause, detail, requestId } = lastTest;
  // The server names a cause of the protocol's own list.
  const why =
    cause === null
      ? t('connectionSetup.testPassed')
      : type === 'saml'
        ? t(`samlFailures.${cause as SamlFailureCause}`)
        : t(`openid.cause_${cause as OpenidCause}`);
  return (
    <>
      <Alert kind={cause === null ? 'success' : 'failure'}>
        {why}
        {cause === null ? null : (
          <div className="g-small">
            {t('guest.requestId')} <span className="g-code">{requestId}</span>
          </div>
        )}
      </Alert>
      <dl className="g-facts">
        {Object.entries(detail).map(([name, value]) => (
          <Fragment key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </Fragment>
        ))}
      </dl>
    </>
  );
}

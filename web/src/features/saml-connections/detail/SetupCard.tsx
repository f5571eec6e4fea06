import { Button } from '@mantine/core';
import { isPending } from '#contract/federation/setup-link-values.ts';
import { useT } from '../../../i18n/use-t.tsx';
import { SettingsCard } from '../../../ui/form/SettingsCard.tsx';
import { Steps } from '../../../ui/job/Steps.tsx';
import type { Connection, Trace } from '../queries.ts';
import classes from '../saml-connections.module.css';
import { setupSteps } from '../setup-steps.ts';
import { TestResult } from './TestResult.tsx';
import type { ConnectionActs } from './use-connection-acts.ts';

type Props = { connection: Connection; traces: readonly Trace[]; acts: ConnectionActs };

function nextOf({ entityId, testedAt }: Connection) {
  if (isPending(entityId)) return 'register';
  return testedAt === null ? 'test' : 'switchOn';
}

/** The steps that are left until users can sign in: the test with its result, then the switch. */
export function SetupCard({ connection, traces, acts }: Props) {
  const t = useT();
  const { enabled } = connection;
  const lastTest = traces.find(({ purpose }) => purpose === 'test');
  const next = enabled ? undefined : nextOf(connection);
  const at = next ? setupSteps.indexOf(next) : setupSteps.length;
  return (
    <SettingsCard
      title={t(enabled ? 'samlConnections.lastTest' : 'samlConnections.setupTitle')}
      why={t(enabled ? 'samlConnections.lastTestWhy' : 'samlConnections.setupWhy')}
    >
      {next ? (
        <>
          <Steps
            label={t('samlConnections.steps')}
            steps={setupSteps.map((one) => t(`samlConnections.step_${one}`))}
            at={at}
          />
          <div className={classes.result}>
            <p>{t(`samlConnections.next_${next}`)}</p>
            {next === 'register' ? null : (
              <Button loading={acts.busy} onClick={() => void (next === 'test' ? acts.test() : acts.setEnabled(true))}>
                {t(next === 'test' ? 'openid.test' : 'openid.act_switchOn')}
              </Button>
            )}
          </div>
        </>
      ) : null}
      {lastTest ? <TestResult trace={lastTest} /> : null}
    </SettingsCard>
  );
}

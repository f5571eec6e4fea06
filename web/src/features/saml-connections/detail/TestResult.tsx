import { Fragment } from 'react';
import { formatDateTime } from '#contract/display.ts';
import { timeZoneOf, useMe } from '../../../base/session-queries.ts';
import type { Translate } from '../../../i18n/keys.ts';
import { useLanguage, useT } from '../../../i18n/use-t.tsx';
import parts from '../../../ui/form/parts.module.css';
import { RequestId } from '../../../ui/page/AlertArea.tsx';
import { StatusBadge } from '../../../ui/text/StatusBadge.tsx';
import type { Trace } from '../queries.ts';
import classes from '../saml-connections.module.css';
import { claimsOf } from './claims.ts';

/** How a test ended: what the provider said of the person, or the check that failed. */
export function TestResult({ trace }: { trace: Trace }) {
  const t = useT();
  const language = useLanguage();
  const zone = timeZoneOf(useMe());
  const { cause, at, requestId } = trace;
  return (
    <section className={classes.result} aria-label={t('samlConnections.lastTest')}>
      <StatusBadge tone={cause === null ? 'good' : 'bad'}>
        {t(cause === null ? 'samlConnections.testPassed' : 'samlConnections.testFailed')}
      </StatusBadge>
      {cause === null ? null : <p>{t(`samlFailures.${cause}`)}</p>}
      <dl className={classes.claims}>
        {claimsOf(trace).map(({ name, value, isAttribute }) => (
          <Fragment key={isAttribute ? `@${name}` : name}>
            <dt>{isAttribute ? name : wordOf(t, name)}</dt>
            <dd>{value}</dd>
          </Fragment>
        ))}
      </dl>
      <p className={parts.note}>{formatDateTime(new Date(at), language, zone)}</p>
      {cause === null ? null : <RequestId value={requestId} />}
    </section>
  );
}

const words = ['nameId', 'nameIdFormat', 'found', 'expected'] as const;

/** The word for a value that is no attribute. */
export function wordOf(t: Translate, name: string): string {
  const known = words.find((one) => one === name);
  return known ? t(`samlConnections.${known}`) : name;
}

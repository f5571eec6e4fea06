import { Button, Progress } from '@mantine/core';
import '@mantine/core/styles/Progress.layer.css';
import IconUsers from '@tabler/icons-react/dist/esm/icons/IconUsers.mjs';
import { useId } from 'react';
import { isApiError } from '../../../api/api-error.ts';
import { failureText } from '../../../base/failure.ts';
import { useLanguage, useT } from '../../../i18n/use-t.tsx';
import classes from './policy.module.css';
import type { Impact } from './use-impact.ts';

/** Whom the edits touch, in numbers, before they are saved; how far the counting is while it goes on. */
export function ImpactPanel({ impact }: { impact: Impact }) {
  const t = useT();
  const id = useId();
  return (
    <section className={classes.impact} aria-labelledby={id}>
      <IconUsers size={20} stroke={1.75} aria-hidden="true" />
      <div>
        <h2 id={id}>{t('policy.impactTitle')}</h2>
        {impact.error === undefined ? <Counts impact={impact} /> : <Failed impact={impact} />}
      </div>
    </section>
  );
}

/** What saving would be refused for, or why nothing could be counted; then counting can be tried again. */
function Failed({ impact: { error, retry } }: { impact: Impact }) {
  const t = useT();
  const isRefusal = isApiError(error) && error.status >= 400 && error.status < 500;
  return (
    <>
      <p role="alert">{failureText(t, error)}</p>
      {retry && !isRefusal ? (
        <Button className={classes.retry} size="compact-sm" variant="default" onClick={retry}>
          {t('common.tryAgain')}
        </Button>
      ) : null}
    </>
  );
}

/** The numbers alone: a sentence for each effect, those about oneself first. */
export function Counts({ impact: { touched, counted, usersTotal, done } }: { impact: Impact }) {
  const t = useT();
  const number = new Intl.NumberFormat(useLanguage());
  const shown = touched.filter(({ users, you }) => users > 0 || you);
  return (
    <>
      <ul className={classes.sentences}>
        {shown
          .filter(({ you }) => you)
          .map(({ effect }) => (
            <li key={`you ${effect}`}>
              <strong>{t(`policy.you_${effect}`)}</strong>
            </li>
          ))}
        {shown.map(({ effect, users }) => (
          <li key={effect}>{t(`policy.effect_${effect}`, { count: users })}</li>
        ))}
      </ul>
      {done && shown.length === 0 ? <p>{t('policy.impactNobody')}</p> : null}
      {done ? null : (
        <>
          <Progress
            size={6}
            value={usersTotal ? (counted / usersTotal) * 100 : 0}
            aria-label={t('policy.impactCounting')}
          />
          <p role="status">
            {usersTotal === undefined
              ? t('policy.impactCounting')
              : t('ui.usersDoneOf', { done: number.format(counted), count: usersTotal })}
          </p>
        </>
      )}
    </>
  );
}

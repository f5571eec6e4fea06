import { SegmentedControl } from '@mantine/core';
import '@mantine/core/styles/FloatingIndicator.layer.css';
import '@mantine/core/styles/SegmentedControl.layer.css';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import type { CustomizedMail, previewMail } from '#contract/tenant/customize-mail.ts';
import type { AnswerOf } from '#contract/route.ts';
import { call } from '../../api/call.ts';
import { failureText } from '../failure.ts';
import { useT } from '../../i18n/use-t.tsx';
import classes from './mail-texts.module.css';
import { mailTextsKey } from './query.ts';
import { showMail } from './show-mail.ts';

type Preview = AnswerOf<typeof previewMail>;
const DEBOUNCE_MS = 250;

/** What is typed, once no key was pressed for a moment. */
function useSettled(draft: CustomizedMail): CustomizedMail {
  const [settled, setSettled] = useState(draft);
  const text = JSON.stringify(draft);
  // biome-ignore lint/correctness/useExhaustiveDependencies: by its content
  useEffect(() => {
    const timer = setTimeout(() => setSettled(draft), DEBOUNCE_MS);
    return () => clearTimeout(timer);
  }, [text]);
  return settled;
}

/** The mail as the server would send it, with made-up values, while one types: as HTML or as plain text. */
export function MailPreview({ draft }: { draft: CustomizedMail }) {
  const t = useT();
  const [form, setForm] = useState<'html' | 'text'>('html');
  const settled = useSettled(draft);
  const { data, error, isPlaceholderData } = useQuery({
    queryKey: [...mailTextsKey, 'preview', settled],
    queryFn: ({ signal }) =>
      call<typeof previewMail>({
        method: 'POST',
        path: '/api/portal/customizeMail/preview',
        body: settled,
        pattern: 'powerUser',
        signal,
      }),
    placeholderData: keepPreviousData,
    staleTime: 60_000,
    retry: false,
  });
  return (
    <section className={classes.panel} aria-label={t('onboarding.texts.preview')}>
      <div className={classes.previewHead}>
        <h2>{t('onboarding.texts.preview')}</h2>
        <SegmentedControl
          size="xs"
          aria-label={t('onboarding.texts.form')}
          value={form}
          onChange={(value) => setForm(value === 'text' ? 'text' : 'html')}
          data={[
            { value: 'html', label: t('onboarding.texts.formHtml') },
            { value: 'text', label: t('onboarding.texts.formText') },
          ]}
        />
      </div>
      <p className={classes.note}>{t('onboarding.texts.previewWhy')}</p>
      {data ? (
        <dl className={classes.mailSubject}>
          <dt>{t('onboarding.texts.subject')}</dt>
          <dd>{data.subject}</dd>
        </dl>
      ) : null}
      {error && !data ? <p>{failureText(t, error)}</p> : null}
      <div className={classes.mail} data-old={isPlaceholderData || undefined}>
        {data ? <Shown mail={data} form={form} /> : null}
      </div>
    </section>
  );
}

function Shown({ mail, form }: { mail: Preview; form: 'html' | 'text' }) {
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (form === 'html' && place.current) showMail(place.current, mail.html);
  }, [form, mail.html]);
  if (form === 'text') {
    return (
      <pre className={classes.plain} lang={mail.locale}>
        {mail.text}
      </pre>
    );
  }
  return <div ref={place} lang={mail.locale} />;
}

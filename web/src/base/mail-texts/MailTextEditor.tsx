import { Button } from '@mantine/core';
import IconMail from '@tabler/icons-react/dist/esm/icons/IconMail.mjs';
import { useQueryClient } from '@tanstack/react-query';
import { type ComponentProps, useRef } from 'react';
import type { CustomizedMail, customizeMail, testMail } from '#contract/tenant/customize-mail.ts';
import {
  hasSubject,
  MAX_MAIL_BODY_LENGTH,
  MAX_MAIL_PHRASE_LENGTH,
  MAX_MAIL_SUBJECT_LENGTH,
  type MailTextMistake,
  mailPlaceholders,
  mailTextMistakes,
} from '#contract/tenant/mail-texts.ts';
import { call } from '../../api/call.ts';
import { LeaveGuard } from '../LeaveGuard.tsx';
import { Conflict } from '../editing/Conflict.tsx';
import type { FormFields } from '../editing/editing.ts';
import { useSaving } from '../editing/use-saving.ts';
import type { Translate } from '../../i18n/keys.ts';
import { languageName } from '../../i18n/languages.ts';
import { useT } from '../../i18n/use-t.tsx';
import type { AlertContent } from '../../ui/page/AlertArea.tsx';
import { EnterSaves } from '../../ui/form/EnterSaves.tsx';
import { SaveBar } from '../../ui/form/SaveBar.tsx';
import { SettingRow } from '../../ui/form/SettingRow.tsx';
import { TextBox } from '../../ui/form/TextBox.tsx';
import classes from './mail-texts.module.css';
import { mailTextsKey } from './query.ts';
import { insertAt } from './insert-at.ts';
import { MailPreview } from './MailPreview.tsx';

type Saved = CustomizedMail & { isStandard: boolean };
type Props = {
  saved: Saved;
  say: (alert: AlertContent | undefined) => void;
  leavesBy?: ComponentProps<typeof LeaveGuard>['leavesBy'];
};
type Draft = Omit<CustomizedMail, 'type' | 'locale'>;

const draftOf = ({ use, mailSubject, mailBody }: Draft): Draft => ({ use, mailSubject, mailBody });
const textForm: FormFields<Draft> = { sent: (draft, field) => draft[field] };
const fieldNames = {
  use: 'onboarding.texts.use',
  mailSubject: 'onboarding.texts.subject',
  mailBody: 'onboarding.texts.body',
} as const;

const wordsOf = (t: Translate, value: string | boolean) =>
  typeof value === 'boolean' ? t(value ? 'common.yes' : 'common.no') : value || t('common.none');

const consequenceOf = (t: Translate, { use, locale }: CustomizedMail) =>
  locale === null
    ? t(use ? 'onboarding.texts.useOn' : 'onboarding.texts.useOff')
    : t(use ? 'onboarding.texts.useOnIn' : 'onboarding.texts.useOffIn', { language: languageName(locale) });

/** One text: whether it is used, subject, body with placeholders, and the mail beside it. */
export function MailTextEditor({ saved, say, leavesBy }: Props) {
  const t = useT();
  const queryClient = useQueryClient();
  const { type, locale } = saved;
  const renew = () => queryClient.invalidateQueries({ queryKey: mailTextsKey });
  const form = useSaving<Draft, CustomizedMail>({
    saved: draftOf(saved),
    form: textForm,
    whole: true,
    put: async (changes, expected) => {
      const path = '/api/portal/customizeMail';
      const body = { type, locale, ...(changes as Draft), expected };
      const answer = await call<typeof customizeMail>({ method: 'PUT', path, body, pattern: 'powerUser' });
      await renew();
      return answer;
    },
    draftOf,
    renew,
    say,
    savedText: ({ use }) => t(use ? 'onboarding.texts.savedUsed' : 'onboarding.texts.saved'),
    undoneText: t('ui.undone'),
  });
  const { busy, run, changed, change, conflict } = form;
  const draft: CustomizedMail = { type, locale, ...form.draft };
  const mistakes = draft.use ? mailTextMistakes(draft.type, draft.mailSubject, draft.mailBody) : [];
  const test = async () => {
    const path = '/api/portal/customizeMail/test';
    const done = await run(() => call<typeof testMail>({ method: 'POST', path, body: draft, pattern: 'powerUser' }));
    if (done) say({ kind: 'success', text: t('onboarding.texts.tested', { mailAddress: done.answer.mailAddress }) });
  };
  return (
    <>
      <Conflict<Draft>
        form={form}
        nameOf={(field) => t(fieldNames[field])}
        wordsOf={(values, field) => wordsOf(t, values[field])}
      />
      <div className={classes.editor}>
        <section className={classes.panel} aria-label={t('onboarding.texts.editor')}>
          <SettingRow
            name={t(draft.type === 'registrationPhrase' ? 'onboarding.texts.usePhrase' : 'onboarding.texts.use')}
            consequence={consequenceOf(t, draft)}
            checked={draft.use}
            onChange={(use) => change({ use })}
          />
          <EnterSaves>{draft.use ? <Fields draft={draft} mistakes={mistakes} onChange={change} /> : null}</EnterSaves>
          <Button
            className={classes.testMail}
            variant="default"
            leftSection={<IconMail size={16} aria-hidden="true" />}
            disabled={mistakes.length > 0}
            loading={busy}
            onClick={() => void test()}
          >
            {t('onboarding.texts.test')}
          </Button>
        </section>
        <MailPreview draft={draft} />
      </div>
      <SaveBar
        changed={changed && !conflict}
        invalid={mistakes.length > 0}
        busy={busy}
        onSave={form.save}
        onDiscard={form.discard}
      />
      <LeaveGuard changed={changed} leavesBy={leavesBy} />
    </>
  );
}

function Fields({
  draft,
  mistakes,
  onChange,
}: {
  draft: CustomizedMail;
  mistakes: readonly MailTextMistake[];
  onChange: (part: Partial<Draft>) => void;
}) {
  const t = useT();
  const body = useRef<HTMLDivElement>(null);
  const { known, needed } = mailPlaceholders[draft.type];
  const mistake = (field: MailTextMistake['field']) => {
    const found = mistakes.find((one) => one.field === field);
    return found && mistakeWords(t, found);
  };
  const insert = (placeholder: string) => {
    const box = body.current?.querySelector('textarea');
    // The link in a paragraph of its own becomes the button.
    if (box) onChange({ mailBody: insertAt(box, placeholder, placeholder === '{{link}}') });
  };
  return (
    <>
      {hasSubject(draft.type) ? (
        <TextBox
          label={t('onboarding.texts.subject')}
          required
          maxLength={MAX_MAIL_SUBJECT_LENGTH}
          value={draft.mailSubject}
          onChange={(mailSubject) => onChange({ mailSubject })}
          error={mistake('mailSubject')}
        />
      ) : null}
      <div ref={body}>
        <TextBox
          label={t('onboarding.texts.body')}
          help={t(needed.includes('link') ? 'onboarding.texts.bodyHelpLink' : 'onboarding.texts.bodyHelp')}
          required
          kind="multiline"
          rows={14}
          maxLength={hasSubject(draft.type) ? MAX_MAIL_BODY_LENGTH : MAX_MAIL_PHRASE_LENGTH}
          value={draft.mailBody}
          onChange={(mailBody) => onChange({ mailBody })}
          error={mistake('mailBody')}
        />
      </div>
      <fieldset className={classes.placeholders}>
        <legend>{t('onboarding.texts.insert')}</legend>
        {known.map((name) => (
          <Button
            key={name}
            size="compact-sm"
            variant="default"
            title={`{{${name}}}`}
            // The text keeps the focus, or what is typed would be tidied up before.
            onMouseDown={(event) => event.preventDefault()}
            onClick={() => insert(`{{${name}}}`)}
          >
            {t(`onboarding.placeholder_${name}`)}
          </Button>
        ))}
      </fieldset>
    </>
  );
}

const mistakeWords = (t: Translate, { mistake, placeholder = '' }: MailTextMistake) =>
  t(`onboarding.texts.mistake_${mistake}`, { placeholder });

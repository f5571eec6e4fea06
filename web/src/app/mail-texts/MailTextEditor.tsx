import { Button } from '@mantine/core';
import IconMail from '@tabler/icons-react/dist/esm/icons/IconMail.mjs';
import { useQueryClient } from '@tanstack/react-query';
import { type ComponentProps, useRef, useState } from 'react';
import type { CustomizedMail, customizeMail, testMail } from '#contract/portal/customize-mail.ts';
import {
  hasSubject,
  MAX_MAIL_BODY_LENGTH,
  MAX_MAIL_PHRASE_LENGTH,
  MAX_MAIL_SUBJECT_LENGTH,
  type MailTextMistake,
  mailPlaceholders,
  mailTextMistakes,
} from '#contract/portal/mail-texts.ts';
import { call } from '../../api/call.ts';
import { LeaveGuard } from '../LeaveGuard.tsx';
import { useAct } from '../use-act.ts';
import { withoutSent } from '../without-sent.ts';
import type { Translate } from '../../i18n/keys.ts';
import { useT } from '../../i18n/use-t.tsx';
import type { AlertContent } from '../../ui/AlertArea.tsx';
import { SaveBar } from '../../ui/SaveBar.tsx';
import { SettingRow } from '../../ui/SettingRow.tsx';
import { TextBox } from '../../ui/TextBox.tsx';
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
/** What somebody has changed of a text; the rest follows the server. */
type Edits = Partial<Omit<CustomizedMail, 'type'>>;

const draftOf = ({ type, use, mailSubject, mailBody }: Saved): CustomizedMail => ({ type, use, mailSubject, mailBody });

/** One text: whether it is used, subject, body with placeholders, and the mail beside it. */
export function MailTextEditor({ saved, say, leavesBy }: Props) {
  const t = useT();
  const queryClient = useQueryClient();
  const { busy, run } = useAct(say);
  const [edits, setEdits] = useState<Edits>({});
  const draft = { ...draftOf(saved), ...edits };
  const changed = JSON.stringify(draft) !== JSON.stringify(draftOf(saved));
  const mistakes = draft.use ? mailTextMistakes(draft.type, draft.mailSubject, draft.mailBody) : [];
  const put = async (body: CustomizedMail, undo?: CustomizedMail): Promise<boolean> => {
    const path = '/api/portal/customizeMail';
    const done = await run(() => call<typeof customizeMail>({ method: 'PUT', path, body, pattern: 'powerUser' }));
    if (!done) return false;
    await queryClient.invalidateQueries({ queryKey: mailTextsKey });
    const action = undo && { label: t('common.undo'), onClick: () => void put(undo) };
    say({
      kind: 'success',
      text: t(body.use ? 'onboarding.texts.savedUsed' : 'onboarding.texts.saved'),
      ...(action ? { action } : {}),
    });
    return true;
  };
  const save = async () => {
    if (await put(draft, draftOf(saved))) setEdits((now) => withoutSent(now, edits));
  };
  const test = async () => {
    const path = '/api/portal/customizeMail/test';
    const done = await run(() => call<typeof testMail>({ method: 'POST', path, body: draft, pattern: 'powerUser' }));
    if (done) say({ kind: 'success', text: t('onboarding.texts.tested', { mailAddress: done.answer.mailAddress }) });
  };
  const change = (part: Edits) => setEdits((before) => ({ ...before, ...part }));
  return (
    <>
      <div className={classes.editor}>
        <section className={classes.panel} aria-label={t('onboarding.texts.editor')}>
          <SettingRow
            name={t(draft.type === 'registrationPhrase' ? 'onboarding.texts.usePhrase' : 'onboarding.texts.use')}
            consequence={t(draft.use ? 'onboarding.texts.useOn' : 'onboarding.texts.useOff')}
            checked={draft.use}
            onChange={(use) => change({ use })}
          />
          {draft.use ? <Fields draft={draft} mistakes={mistakes} onChange={change} /> : null}
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
        changed={changed}
        invalid={mistakes.length > 0}
        busy={busy}
        onSave={() => void save()}
        onDiscard={() => setEdits({})}
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
  onChange: (part: Edits) => void;
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

import { useState } from 'react';
import type { requestApp } from '#contract/apps/app-requests.ts';
import { httpsUriMistake, isRedirectUri, MAX_PURPOSE_LENGTH } from '#contract/apps/client-addresses.ts';
import type { ErrorId } from '#contract/errors.ts';
import { codePointLength } from '#contract/rules.ts';
import { call } from '../../../api/call.ts';
import { linesOf, nameMistake } from '../../../base/apps/app-input.ts';
import { fieldMistakes } from '../../../base/failure.ts';
import { useMe } from '../../../base/session-queries.ts';
import { useAct } from '../../../base/use-act.ts';
import { useT } from '../../../i18n/use-t.tsx';
import { ModalDialog } from '../../../ui/dialog/ModalDialog.tsx';
import { TextBox } from '../../../ui/form/TextBox.tsx';
import { AlertArea, type AlertContent } from '../../../ui/page/AlertArea.tsx';

const fields = ['name', 'purpose', 'homepage', 'redirectUris'] as const;
type Field = (typeof fields)[number];
type Props = { onAsked: (name: string) => void; onClose: () => void };

const nothing: Record<Field, string> = { name: '', purpose: '', homepage: '', redirectUris: '' };

/** Asks the administrators for an app. Only developers know its addresses, so nobody has to. */
export function RequestAppDialog({ onAsked, onClose }: Props) {
  const t = useT();
  const { tenantId } = useMe();
  const [alert, setAlert] = useState<AlertContent>();
  const { busy, run } = useAct(setAlert);
  const [draft, setDraft] = useState(nothing);
  const [refused, setRefused] = useState<Partial<Record<Field, ErrorId>>>({});
  const wrongIn: Record<Field, (text: string) => string | undefined> = {
    name: (text) => nameMistake(t, text),
    purpose: (text) =>
      codePointLength(text.trim()) > MAX_PURPOSE_LENGTH ? t('common.tooLong', { most: MAX_PURPOSE_LENGTH }) : undefined,
    homepage: (text) => (httpsUriMistake(text.trim()) ? t('apps.addressWrong', { uri: text.trim() }) : undefined),
    redirectUris: (text) => {
      const wrong = linesOf(text).find((uri) => !isRedirectUri(uri, 'web') && !isRedirectUri(uri, 'native'));
      return wrong === undefined ? undefined : t('apps.addressWrong', { uri: wrong });
    },
  };
  const isSound =
    draft.name.trim() !== '' &&
    draft.purpose.trim() !== '' &&
    fields.every((field) => draft[field].trim() === '' || wrongIn[field](draft[field]) === undefined);
  const send = async () => {
    const body = {
      name: draft.name.trim(),
      purpose: draft.purpose.trim(),
      homepage: draft.homepage.trim() || null,
      redirectUris: linesOf(draft.redirectUris),
    };
    const take = (error: unknown) => {
      const found = fieldMistakes(error, {}, fields);
      if (found) setRefused(found);
      return found !== undefined;
    };
    const path = '/api/portal/tenants/{tenantId}/oauthConsumerRequests';
    const done = await run(() => call<typeof requestApp>({ method: 'POST', path, params: { tenantId }, body }), take);
    if (done) onAsked(body.name);
  };
  const box = (field: Field) => ({
    value: draft[field],
    validate: wrongIn[field],
    error: refused[field] ? t(`errors.${refused[field]}`) : undefined,
    onChange: (text: string) => {
      setDraft((before) => ({ ...before, [field]: text }));
      setRefused({});
    },
  });
  return (
    <ModalDialog
      opened
      title={t('apps.request')}
      okLabel={t('apps.requestSend')}
      okDisabled={!isSound}
      busy={busy}
      onOk={() => void send()}
      onCancel={onClose}
    >
      <AlertArea alert={alert} onClose={() => setAlert(undefined)} />
      <TextBox label={t('common.name')} required data-autofocus {...box('name')} />
      <TextBox
        label={t('apps.purpose')}
        help={t('apps.purposeHelp')}
        required
        kind="multiline"
        rows={3}
        {...box('purpose')}
      />
      <TextBox label={t('apps.homepage')} help={t('apps.homepageHelp')} {...box('homepage')} />
      <TextBox
        label={t('apps.redirectUris')}
        help={t('apps.redirectHelp')}
        kind="multiline"
        rows={2}
        {...box('redirectUris')}
      />
    </ModalDialog>
  );
}

import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { formatDateTime } from '#contract/display.ts';
import type { changeRegisterUrl, RegisterUrl } from '#contract/joining/register-urls.ts';
import { call } from '../../../api/call.ts';
import { Conflict } from '../../../base/editing/Conflict.tsx';
import { useSaving } from '../../../base/editing/use-saving.ts';
import { fieldMistakes } from '../../../base/failure.ts';
import { timeZoneOf, useMe } from '../../../base/session-queries.ts';
import { useLanguage, useT } from '../../../i18n/use-t.tsx';
import { AlertArea, type AlertContent } from '../../../ui/page/AlertArea.tsx';
import { ModalDialog } from '../../../ui/dialog/ModalDialog.tsx';
import { registerUrlsKey, registerUrlsQuery } from '../queries.ts';
import { draftOf, isSound, type Refused, type UrlDraft, urlFields, urlForm } from './form.ts';
import { SettledLicenses } from './LicenseChoice.tsx';
import { UrlBoxes } from './UrlBoxes.tsx';

type Props = { url: RegisterUrl; say: (alert: AlertContent | undefined) => void; onClose: () => void };

const fieldNames = {
  usersLimit: 'onboarding.urls.limit',
  enabledDomains: 'onboarding.urls.domains',
  expiresIn: 'onboarding.urls.moreDays',
  expiresAt: 'onboarding.urls.expiresAt',
} as const;

/** Changes a registration URL. What is not touched stays. */
export function ChangeUrlDialog({ url, say, onClose }: Props) {
  const t = useT();
  const language = useLanguage();
  const zone = timeZoneOf(useMe());
  const queryClient = useQueryClient();
  const [saved, setSaved] = useState(url);
  const [alert, setAlert] = useState<AlertContent>();
  const [refused, setRefused] = useState<Refused>({});
  const { uuid } = url;
  const form = useSaving<UrlDraft, RegisterUrl>({
    saved: draftOf(saved),
    form: urlForm,
    put: async (changes, expected) => {
      const path = '/api/portal/userRegisterUrl/{uuid}';
      // A new end takes the place of the one that was seen.
      const end = changes.expiresIn === undefined ? {} : { expiresAt: saved.expiresAt };
      const { expiresIn: _, ...seen } = expected;
      const body = { ...changes, expected: { ...seen, ...end } };
      const answer = await call<typeof changeRegisterUrl>({
        method: 'PUT',
        path,
        params: { uuid },
        body,
        pattern: 'powerUser',
      });
      await queryClient.invalidateQueries({ queryKey: registerUrlsKey });
      return answer;
    },
    draftOf,
    renew: async () => {
      const { results } = await queryClient.fetchQuery({ ...registerUrlsQuery, staleTime: 0 });
      setSaved((before) => results.find((one) => one.uuid === uuid) ?? before);
    },
    say: (said) => (said?.kind === 'success' ? say(said) : setAlert(said)),
    savedText: () => t('onboarding.urls.changed'),
    undoneText: t('ui.undone'),
    onRefusal: (error) => {
      const found = fieldMistakes(error, {}, urlFields);
      if (found) setRefused(found);
      return found !== undefined;
    },
    onSaved: onClose,
    // Undo would outlive the dialog that could show what stands against it.
    undoOf: () => undefined,
  });
  const wordsOf = (draft: UrlDraft, field: keyof UrlDraft) => {
    if (field === 'expiresAt') return formatDateTime(new Date(draft.expiresAt), language, zone);
    if (field === 'enabledDomains') return draft.enabledDomains || t('onboarding.urls.everyDomain');
    return draft[field] || t('common.none');
  };
  return (
    <ModalDialog
      opened
      title={t('onboarding.urls.changeTitle')}
      okLabel={t('common.save')}
      okDisabled={!isSound(form.draft, true) || form.conflict !== undefined}
      busy={form.busy}
      onOk={() => (form.changed ? form.save() : onClose())}
      onCancel={onClose}
    >
      <AlertArea alert={alert} onClose={() => setAlert(undefined)} />
      <Conflict<UrlDraft> form={form} nameOf={(field) => t(fieldNames[field])} wordsOf={wordsOf} />
      <UrlBoxes
        draft={form.draft}
        refused={refused}
        isMade
        settled={saved.usersCount > 0}
        onChange={(change) => {
          form.change(change);
          setRefused({});
        }}
      />
      <SettledLicenses licenseIds={url.licenseIds} />
    </ModalDialog>
  );
}

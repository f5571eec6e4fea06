import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { MAX_SUBJECT_LENGTH } from '#contract/federation/openid-values.ts';
import type { addProviderAccount } from '#contract/federation/user-provider-accounts.ts';
import type { User } from '#contract/people/users-fields.ts';
import { call } from '../../../../api/call.ts';
import { failureText } from '../../../../base/failure.ts';
import { providerChoicesQuery } from '../../../../base/federation/providers.ts';
import { useAct } from '../../../../base/use-act.ts';
import { useT } from '../../../../i18n/use-t.tsx';
import { ModalDialog } from '../../../../ui/dialog/ModalDialog.tsx';
import { Dropdown } from '../../../../ui/form/Dropdown.tsx';
import { TextBox } from '../../../../ui/form/TextBox.tsx';
import { AlertArea, type AlertContent } from '../../../../ui/page/AlertArea.tsx';

type Props = { user: User; onDone: (provider: string) => void; onCancel: () => void };

/** Names the account at an identity provider that a user may sign in with. */
export function LinkAccountDialog({ user: { tenantId, userId }, onDone, onCancel }: Props) {
  const t = useT();
  const [alert, setAlert] = useState<AlertContent>();
  const { busy, run } = useAct(setAlert);
  const query = useQuery(providerChoicesQuery(tenantId));
  const [chosen, setChosen] = useState<string | null>(null);
  const [subject, setSubject] = useState('');
  const choices = query.data ?? [];
  const provider = choices.find(({ uuid }) => uuid === chosen) ?? choices[0];
  const link = async () => {
    if (!provider) return;
    const path = '/api/auth/tenants/{tenantId}/users/{userId}/openidProviderAccounts';
    const named =
      'samlId' in provider
        ? ({ type: 'saml', opId: provider.samlId } as const)
        : ({ type: 'openid', opId: provider.opId } as const);
    const body = { ...named, subjectSubId: subject.trim() };
    const asked = { method: 'POST', path, params: { tenantId, userId }, body, pattern: 'powerUser' } as const;
    if (await run(() => call<typeof addProviderAccount>(asked))) onDone(provider.displayName);
  };
  return (
    <ModalDialog
      opened
      title={t('users.links.link')}
      okLabel={t('users.links.link')}
      okDisabled={!provider || subject.trim() === ''}
      busy={busy}
      onOk={() => void link()}
      onCancel={onCancel}
    >
      <AlertArea alert={alert} onClose={() => setAlert(undefined)} />
      {query.error ? <p role="alert">{failureText(t, query.error)}</p> : null}
      {query.data?.length === 0 ? <p role="status">{t('users.links.noProviders')}</p> : null}
      <Dropdown
        label={t('users.links.provider')}
        required
        value={provider?.uuid ?? null}
        choices={choices.map(({ uuid, displayName }) => ({ value: uuid, label: displayName }))}
        onChange={setChosen}
        disabled={choices.length === 0}
      />
      <TextBox
        label={t('users.links.subject')}
        help={t('users.links.subjectHelp')}
        required
        maxLength={MAX_SUBJECT_LENGTH}
        value={subject}
        onChange={setSubject}
      />
    </ModalDialog>
  );
}

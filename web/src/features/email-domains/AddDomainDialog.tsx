import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import type { createEmailDomain } from '#contract/federation/email-domains.ts';
import { isDomain } from '#contract/rules.ts';
import { hasErrorId } from '../../api/api-error.ts';
import { call } from '../../api/call.ts';
import { useMe } from '../../base/session-queries.ts';
import { useAct } from '../../base/use-act.ts';
import { useT } from '../../i18n/use-t.tsx';
import { ModalDialog } from '../../ui/dialog/ModalDialog.tsx';
import { TextBox } from '../../ui/form/TextBox.tsx';
import { AlertArea, type AlertContent } from '../../ui/page/AlertArea.tsx';
import { domainsKey, domainsPath } from './queries.ts';

/** What somebody means who types or pastes an address or a page instead. */
const domainIn = (typed: string) =>
  typed
    .trim()
    .toLowerCase()
    .replace(/^https?:\/\//, '')
    .replace(/^.*@/, '')
    .replace(/[/.]+$/, '');

/** Adds a domain; its page then says how to verify it. */
export function AddDomainDialog({ onClose }: { onClose: () => void }) {
  const t = useT();
  const { tenantId } = useMe();
  const navigate = useNavigate();
  const queryClient = useQueryClient();
  const [alert, setAlert] = useState<AlertContent>();
  const { busy, run } = useAct(setAlert);
  const [typed, setTyped] = useState('');
  const [isThere, setThere] = useState(false);
  const domain = domainIn(typed);
  const send = async () => {
    const done = await run(
      () =>
        call<typeof createEmailDomain>({
          method: 'POST',
          path: domainsPath,
          params: { tenantId },
          body: { domain },
          pattern: 'powerUser',
        }),
      (error) => {
        const found = hasErrorId(error, 'duplicated');
        setThere(found);
        return found;
      },
    );
    if (!done) return;
    void queryClient.invalidateQueries({ queryKey: domainsKey });
    onClose();
    void navigate({ to: '/portal/email-domains/$domain', params: { domain } });
  };
  return (
    <ModalDialog
      opened
      title={t('domains.add')}
      okLabel={t('domains.add')}
      okDisabled={!isDomain(domain)}
      busy={busy}
      onOk={() => void send()}
      onCancel={onClose}
    >
      <AlertArea alert={alert} onClose={() => setAlert(undefined)} />
      <TextBox
        label={t('logs.field_domain')}
        help={t('domains.domainHelp')}
        required
        value={typed}
        validate={(value) => (isDomain(domainIn(value)) ? undefined : t('domains.domainWrong'))}
        error={isThere ? t('domains.isThere') : undefined}
        onChange={(next) => {
          setTyped(next);
          setThere(false);
        }}
        data-autofocus
      />
    </ModalDialog>
  );
}

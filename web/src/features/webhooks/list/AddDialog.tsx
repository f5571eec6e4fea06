import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { MAX_WEBHOOKS } from '#contract/logs/webhook-values.ts';
import type { createWebhook } from '#contract/logs/webhooks.ts';
import type { AnswerOf } from '#contract/route.ts';
import { hasErrorId } from '../../../api/api-error.ts';
import { call } from '../../../api/call.ts';
import { useMe } from '../../../base/session-queries.ts';
import { useAct } from '../../../base/use-act.ts';
import { useT } from '../../../i18n/use-t.tsx';
import { ModalDialog } from '../../../ui/dialog/ModalDialog.tsx';
import { TextBox } from '../../../ui/form/TextBox.tsx';
import { AlertArea, type AlertContent } from '../../../ui/page/AlertArea.tsx';
import { EventChoice } from '../EventChoice.tsx';
import { webhooksKey, webhooksPath } from '../queries.ts';
import { SecretDialog } from '../SecretDialog.tsx';
import { addressMistake, addressRefused, isComplete, nameMistake } from '../typed.ts';

type Made = AnswerOf<typeof createWebhook>;

/** Adds a webhook, and shows its secret this once. */
export default function AddDialog({ onClose }: { onClose: () => void }) {
  const t = useT();
  const { tenantId } = useMe();
  const navigate = useNavigate();
  const queryClient = useQueryClient();
  const [alert, setAlert] = useState<AlertContent>();
  const { busy, run } = useAct(setAlert);
  const [name, setName] = useState('');
  const [address, setAddress] = useState('');
  const [events, setEvents] = useState<string[]>(['*']);
  const [isRefused, setRefused] = useState(false);
  const [made, setMade] = useState<Made>();
  const send = async () => {
    const done = await run(
      () =>
        call<typeof createWebhook>({
          method: 'POST',
          path: webhooksPath,
          params: { tenantId },
          body: { name: name.trim(), address: address.trim(), events },
          pattern: 'powerUser',
        }),
      (error) => {
        if (hasErrorId(error, 'conflict')) {
          setAlert({ kind: 'failure', text: t('webhooks.tooMany', { most: MAX_WEBHOOKS }) });
          return true;
        }
        const found = hasErrorId(error, 'address_not_allowed');
        setRefused(found);
        return found;
      },
    );
    if (!done) return;
    setMade(done.answer);
    void queryClient.invalidateQueries({ queryKey: webhooksKey });
  };
  const leave = ({ uuid }: Made) => {
    onClose();
    void navigate({ to: '/portal/webhooks/$uuid', params: { uuid } });
  };
  if (made) return <SecretDialog name={made.name} secret={made.secret} onClose={() => leave(made)} />;
  return (
    <ModalDialog
      opened
      title={t('webhooks.add')}
      okLabel={t('webhooks.add')}
      okDisabled={!isComplete(t, { name, address, events })}
      busy={busy}
      width={640}
      onOk={() => void send()}
      onCancel={onClose}
    >
      <AlertArea alert={alert} onClose={() => setAlert(undefined)} />
      <TextBox
        label={t('common.name')}
        help={t('webhooks.nameHelp')}
        required
        value={name}
        validate={(value) => nameMistake(t, value)}
        onChange={setName}
        data-autofocus
      />
      <TextBox
        label={t('webhooks.address')}
        help={t('webhooks.addressHelp')}
        required
        value={address}
        validate={(value) => addressMistake(t, value)}
        error={isRefused ? addressRefused(t, address) : undefined}
        onChange={(next) => {
          setAddress(next);
          setRefused(false);
        }}
      />
      <EventChoice value={events} onChange={setEvents} />
    </ModalDialog>
  );
}

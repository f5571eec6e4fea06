import { Button } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useId, useState } from 'react';
import type { AppRequestOfUser, declineAppRequest } from '#contract/apps/app-requests.ts';
import { MAX_PURPOSE_LENGTH } from '#contract/apps/client-addresses.ts';
import { formatDateTime, personName } from '#contract/display.ts';
import { codePointLength } from '#contract/rules.ts';
import { call } from '../../../api/call.ts';
import { openAppRequestsQuery } from '../../../base/app-requests/query.ts';
import { timeZoneOf, useMe } from '../../../base/session-queries.ts';
import { useAct } from '../../../base/use-act.ts';
import { useLanguage, useT } from '../../../i18n/use-t.tsx';
import { ModalDialog } from '../../../ui/dialog/ModalDialog.tsx';
import { SettingsCard } from '../../../ui/form/SettingsCard.tsx';
import { TextBox } from '../../../ui/form/TextBox.tsx';
import parts from '../../../ui/form/parts.module.css';
import type { AlertContent } from '../../../ui/page/AlertArea.tsx';
import { oauthAppsKey } from '../queries.ts';

type Props = { onApprove: (request: AppRequestOfUser) => void; say: (alert: AlertContent | undefined) => void };

/** The apps that users ask for; nothing where there are none. */
export function Requests({ onApprove, say }: Props) {
  const t = useT();
  const { data: requests = [] } = useQuery(openAppRequestsQuery(useMe().tenantId));
  const [declining, setDeclining] = useState<AppRequestOfUser>();
  if (requests.length === 0) return null;
  return (
    <SettingsCard title={t('oauthApps.requestsTitle')} why={t('oauthApps.requestsWhy')}>
      <ul className={parts.items}>
        {requests.map((request) => (
          <RequestRow
            key={request.requestId}
            request={request}
            onApprove={() => onApprove(request)}
            onDecline={() => setDeclining(request)}
          />
        ))}
      </ul>
      {declining ? <DeclineDialog request={declining} say={say} onClose={() => setDeclining(undefined)} /> : null}
    </SettingsCard>
  );
}

type RowProps = { request: AppRequestOfUser; onApprove: () => void; onDecline: () => void };

function RequestRow({ request, onApprove, onDecline }: RowProps) {
  const t = useT();
  const language = useLanguage();
  const zone = timeZoneOf(useMe());
  const id = useId();
  const { name, homepage, purpose, user, askedAt } = request;
  return (
    <li className={parts.item}>
      <div className={parts.itemWords}>
        <div id={id} className={parts.itemName}>
          {name}
        </div>
        <p>{purpose}</p>
        {homepage === null ? null : <div className={parts.note}>{homepage}</div>}
        <div className={parts.note}>
          {t('oauthApps.requestedBy', {
            user: personName(user, language) || user.userId,
            time: formatDateTime(new Date(askedAt), language, zone),
          })}
        </div>
      </div>
      <div className={parts.buttons}>
        <Button size="compact-sm" aria-describedby={id} onClick={onApprove}>
          {t('oauthApps.approve')}
        </Button>
        <Button size="compact-sm" variant="default" aria-describedby={id} onClick={onDecline}>
          {t('oauthApps.decline')}
        </Button>
      </div>
    </li>
  );
}

type DeclineProps = { request: AppRequestOfUser; say: Props['say']; onClose: () => void };

/** Declines a request; the user who asked reads why. */
function DeclineDialog({ request: { requestId, name }, say, onClose }: DeclineProps) {
  const t = useT();
  const { tenantId } = useMe();
  const queryClient = useQueryClient();
  const { busy, run } = useAct(say);
  const [reason, setReason] = useState('');
  const isTooLong = (text: string) => codePointLength(text.trim()) > MAX_PURPOSE_LENGTH;
  const send = async () => {
    const done = await run(() =>
      call<typeof declineAppRequest>({
        method: 'POST',
        path: '/api/portal/tenants/{tenantId}/oauthConsumerRequests/{requestId}/decline',
        params: { tenantId, requestId },
        body: { reason: reason.trim() },
        pattern: 'powerUser',
      }),
    );
    onClose();
    await queryClient.invalidateQueries({ queryKey: oauthAppsKey });
    if (done) say({ kind: 'success', text: t('oauthApps.declined', { name }) });
  };
  return (
    <ModalDialog
      opened
      title={t('oauthApps.declineTitle', { name })}
      okLabel={t('oauthApps.decline')}
      okDisabled={reason.trim() === '' || isTooLong(reason)}
      busy={busy}
      onOk={() => void send()}
      onCancel={onClose}
    >
      <TextBox
        label={t('oauthApps.reason')}
        help={t('oauthApps.declineHelp')}
        required
        kind="multiline"
        rows={3}
        value={reason}
        validate={(text) => (isTooLong(text) ? t('common.tooLong', { most: MAX_PURPOSE_LENGTH }) : undefined)}
        onChange={setReason}
        data-autofocus
      />
    </ModalDialog>
  );
}

import { Button } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { setExpirationNotification } from '#contract/apps/saml-idp.ts';
import type { AnswerOf } from '#contract/route.ts';
import { hasErrorId } from '../../../api/api-error.ts';
import { call } from '../../../api/call.ts';
import { Loaded } from '../../../base/Loaded.tsx';
import { useMe } from '../../../base/session-queries.ts';
import { useAct } from '../../../base/use-act.ts';
import { useT } from '../../../i18n/use-t.tsx';
import { Dropdown } from '../../../ui/form/Dropdown.tsx';
import { SettingsCard } from '../../../ui/form/SettingsCard.tsx';
import { TextBox } from '../../../ui/form/TextBox.tsx';
import type { AlertContent } from '../../../ui/page/AlertArea.tsx';
import { notificationQuery, type Sp, spPath } from '../queries.ts';

type Notification = AnswerOf<typeof setExpirationNotification>;
type Props = { sp: Sp; say: (alert: AlertContent | undefined) => void };

const offered = [60, 30, 14, 7];

const linesOf = (text: string) => [...new Set(text.split(/[\s,]+/).filter((one) => one !== ''))];

/** Who is emailed before a certificate of the app expires, and when. */
export function NotificationCard({ sp, say }: Props) {
  const t = useT();
  const query = useQuery(notificationQuery(useMe().tenantId, sp.samlSpId));
  return (
    <SettingsCard title={t('samlIdp.notifyTitle')} why={t('samlIdp.notifyWhy')}>
      <Loaded query={query} height={200} failedTitle={t('samlIdp.notifyFailed')}>
        {(saved) => <Form key={JSON.stringify(saved)} sp={sp} saved={saved} say={say} />}
      </Loaded>
    </SettingsCard>
  );
}

function Form({ sp, saved, say }: Props & { saved: Notification }) {
  const t = useT();
  const { tenantId } = useMe();
  const queryClient = useQueryClient();
  const { busy, run } = useAct(say);
  const [days, setDays] = useState(String(saved.beforeExpiration ?? ''));
  const [users, setUsers] = useState(saved.userIds.join('\n'));
  const [mistake, setMistake] = useState<string>();
  const save = async () => {
    const params = { tenantId, samlSpId: sp.samlSpId };
    const path = `${spPath}/expirationNotification` as const;
    const body = { beforeExpiration: days === '' ? null : Number(days), userIds: linesOf(users), expected: saved };
    const done = await run(
      () => call<typeof setExpirationNotification>({ method: 'PUT', path, params, body, pattern: 'powerUser' }),
      (error) => {
        const isUnknown = hasErrorId(error, 'invalid_params_userIds');
        if (isUnknown) setMistake(t('samlIdp.notifyUnknown'));
        return isUnknown;
      },
    );
    if (!done) return;
    queryClient.setQueryData(notificationQuery(tenantId, sp.samlSpId).queryKey, done.answer);
    say({ kind: 'success', text: t('samlIdp.saved', { name: sp.displayName }) });
  };
  const choices = [...new Set([...offered, ...(saved.beforeExpiration === null ? [] : [saved.beforeExpiration])])];
  return (
    <>
      <Dropdown
        label={t('logs.field_beforeExpiration')}
        help={t('samlIdp.notifyDaysHelp')}
        value={days}
        choices={[
          { value: '', label: t('samlIdp.notifyNever') },
          ...choices.map((value) => ({ value: String(value), label: t('samlIdp.notifyDays', { count: value }) })),
        ]}
        onChange={setDays}
      />
      {days === '' ? null : (
        <TextBox
          label={t('logs.field_notifiedUsers')}
          help={t('samlIdp.notifyUsersHelp')}
          kind="multiline"
          rows={2}
          value={users}
          error={mistake}
          onChange={(next) => {
            setUsers(next);
            setMistake(undefined);
          }}
        />
      )}
      <div>
        <Button variant="default" disabled={busy} onClick={() => void save()}>
          {t('samlIdp.notifySave')}
        </Button>
      </div>
    </>
  );
}

import { useQueryClient } from '@tanstack/react-query';
import type { deleteUserCode, MyUserCode, requestUserCode } from '#contract/credentials/me-user-code.ts';
import { formatDateTime } from '#contract/display.ts';
import { call } from '../../../api/call.ts';
import { PinCard as Card } from '../../../base/device-login/PinCard.tsx';
import { timeZoneOf, useMe, useRenewMe } from '../../../base/session-queries.ts';
import { useLanguage, useT } from '../../../i18n/use-t.tsx';
import parts from '../../../ui/form/parts.module.css';
import { SettingsCard } from '../../../ui/form/SettingsCard.tsx';
import type { AlertContent } from '../../../ui/page/AlertArea.tsx';
import { userCodeQuery } from '../queries.ts';

type Props = { pin: MyUserCode; say: (alert: AlertContent | undefined) => void };

const issue = (userCode?: string) =>
  call<typeof requestUserCode>({
    method: 'POST',
    path: '/api/auth/me/userCode/request',
    body: userCode === undefined ? {} : { userCode },
  });

const remove = () => call<typeof deleteUserCode>({ method: 'DELETE', path: '/api/auth/me/userCode' });

/** One's own PIN; chosen where the tenant lets people. */
export function PinCard({ pin, say }: Props) {
  const t = useT();
  const me = useMe();
  const language = useLanguage();
  const renewMe = useRenewMe();
  const queryClient = useQueryClient();
  const renew = () => Promise.all([queryClient.invalidateQueries({ queryKey: userCodeQuery.queryKey }), renewMe()]);
  const { enabled, assigned } = pin;
  if (!enabled && !assigned) {
    return (
      <SettingsCard title={t('account.pin.title')} why={t('account.pin.why')}>
        <p className={parts.note}>{t('account.pin.off')}</p>
      </SettingsCard>
    );
  }
  const issuedAt = pin.issuedAt ? formatDateTime(new Date(pin.issuedAt), language, timeZoneOf(me)) : undefined;
  return (
    <Card
      pin={pin}
      may={{ issue: enabled, choose: enabled && pin.allowUserEntry, remove: assigned }}
      words={{
        title: t('account.pin.title'),
        why: t('account.pin.why'),
        name: t('account.pin.name'),
        state: t(assigned ? 'account.pin.assigned' : 'account.pin.notAssigned'),
        note: issuedAt ? t('account.pin.since', { time: issuedAt }) : t('account.pin.use'),
        issue: t(assigned ? 'account.pin.issueAgain' : 'account.pin.issue'),
        again: { title: t('account.pin.issueTitle'), effect: t('account.pin.issueEffect') },
        removal: {
          title: t('account.pin.removeTitle'),
          effect: t('account.pin.removeEffect'),
          done: t('account.pin.removed'),
        },
        choice: {
          title: t('account.pin.choose'),
          why: t('account.pin.chooseWhy'),
          pin: t('account.pin.newPin'),
          rule: t(`account.pin.rule_${pin.characters}`, { least: pin.minLength, most: pin.maxLength }),
          done: t('account.pin.chosen'),
        },
        shown: { title: t('account.pin.issuedTitle'), why: t('account.pin.issuedWhy'), ok: t('account.pin.noted') },
      }}
      calls={{ issue, remove, renew }}
      say={say}
      isMain
    />
  );
}

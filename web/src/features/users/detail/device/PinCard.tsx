import { formatDateTime } from '#contract/display.ts';
import { PinCard as Card } from '../../../../base/device-login/PinCard.tsx';
import { timeZoneOf, useMe } from '../../../../base/session-queries.ts';
import { useLanguage, useT } from '../../../../i18n/use-t.tsx';
import { type DeviceCardProps, useDeviceCalls } from './use-device-acts.ts';

/** The PIN of a user. */
export function PinCard({ user, known, mayChange, say }: DeviceCardProps) {
  const t = useT();
  const zone = timeZoneOf(useMe());
  const language = useLanguage();
  const { issuePin, removePin, renew } = useDeviceCalls(user);
  const { userId } = user;
  const { enabled, assigned, issuedAt, ...rules } = known.userCode;
  const since = issuedAt
    ? t('users.device.pinSince', { time: formatDateTime(new Date(issuedAt), language, zone) })
    : t('users.device.pinNone');
  return (
    <Card
      pin={known.userCode}
      may={{ issue: mayChange && enabled, choose: mayChange && enabled, remove: mayChange && assigned }}
      words={{
        title: t('users.pin'),
        why: t('users.device.pinWhy'),
        name: t('users.pin'),
        state: t(assigned ? 'users.isSet' : 'users.isNotSet'),
        note: enabled ? since : t('users.device.pinOff'),
        issue: t(assigned ? 'users.device.pinAgain' : 'users.device.pinIssue'),
        again: { title: t('users.device.pinAgainTitle'), effect: t('users.device.pinAgainEffect') },
        removal: {
          title: t('users.device.pinRemoveTitle'),
          effect: t('users.device.pinRemoveEffect'),
          done: t('users.device.pinRemoved', { userId }),
        },
        choice: {
          title: t('users.device.pinChoose'),
          why: t('users.device.pinChooseWhy'),
          pin: t('users.device.pinNew'),
          rule: t(`users.device.pinRule_${rules.characters}`, { least: rules.minLength, most: rules.maxLength }),
          done: t('users.device.pinChosen', { userId }),
        },
        shown: {
          title: t('users.device.pinShownTitle', { userId }),
          why: t('users.device.pinShownWhy'),
          ok: t('users.device.pinNoted'),
        },
      }}
      calls={{ issue: issuePin, remove: removePin, renew }}
      say={say}
    />
  );
}

import { Link } from '@tanstack/react-router';
import { personName } from '#contract/display.ts';
import type { License } from '#contract/licences/fields.ts';
import type { SeatHolder } from '#contract/licences/uses.ts';
import { addressOfDevice, addressOfUser } from '../../../base/thing-address.ts';
import type { Translate } from '../../../i18n/keys.ts';
import { DateTimeText } from '../../../ui/text/DateTimeText.tsx';
import type { ListColumn } from '../../../ui/list/list-types.ts';
import { Person } from '../../../ui/text/Person.tsx';
import classes from '../licenses.module.css';

/** The visible id: by it the licence is taken away. */
export const holderId = (holder: SeatHolder) => (holder.volumeType === 'user' ? holder.userId : holder.deviceId);

export const holderName = (holder: SeatHolder, language: string) =>
  (holder.volumeType === 'user' && personName(holder, language)) || holderId(holder);

function Name({ holder, language }: { holder: SeatHolder; language: string }) {
  if (holder.volumeType === 'user')
    return (
      <Link
        className={classes.person}
        to="/portal/users/$userId"
        params={{ userId: addressOfUser(holder.userId) }}
        search={{ tab: 'licenses' }}
      >
        <Person name={personName(holder, language)} userId={holder.userId} />
      </Link>
    );
  return (
    <span className={classes.name}>
      <Link
        to="/portal/devices/$deviceId"
        params={{ deviceId: addressOfDevice(holder.deviceId) }}
        search={{ tab: 'licenses' }}
      >
        {holder.deviceId}
      </Link>
      <small>{[holder.deviceType, holder.description].filter(Boolean).join(' · ')}</small>
    </span>
  );
}

/** The columns of those who take seats. */
export function holderColumns(
  t: Translate,
  language: string,
  timeZone: string,
  volumeType: License['volumeType'],
): ListColumn<SeatHolder>[] {
  return [
    {
      id: 'name',
      header: t(`licenses.holder_${volumeType}`),
      isName: true,
      cell: (holder) => <Name holder={holder} language={language} />,
    },
    {
      id: 'usedAt',
      header: t(`licenses.lastUse_${volumeType}`),
      cell: ({ usedAt }) =>
        usedAt ? <DateTimeText value={usedAt} timeZone={timeZone} dateOnly /> : t('licenses.never'),
    },
  ];
}

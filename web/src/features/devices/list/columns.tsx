import { Link } from '@tanstack/react-router';
import type { Device } from '#contract/devices/fields.ts';
import { dash } from '#contract/display.ts';
import { roleNames } from '../../../base/role-names.ts';
import { addressOfDevice } from '../../../base/thing-address.ts';
import type { Translate } from '../../../i18n/keys.ts';
import { DateTimeText } from '../../../ui/text/DateTimeText.tsx';
import type { ListColumn } from '../../../ui/list/list-types.ts';
import classes from '../devices.module.css';

type Words = { t: Translate; language: string; timeZone: string };

/** The columns of the list. */
export function deviceColumns({ t, language, timeZone }: Words): ListColumn<Device>[] {
  return [
    {
      id: 'deviceId',
      header: t('common.deviceId'),
      isName: true,
      sortable: true,
      cell: ({ deviceId }) => (
        <Link className={classes.name} to="/portal/devices/$deviceId" params={{ deviceId: addressOfDevice(deviceId) }}>
          {deviceId}
        </Link>
      ),
    },
    {
      id: 'serialId',
      header: t('common.serialId'),
      sortable: true,
      cell: ({ serialId }) => <span className={classes.figures}>{serialId}</span>,
    },
    { id: 'deviceType', header: t('common.deviceType'), sortable: true, cell: ({ deviceType }) => deviceType },
    {
      id: 'comment',
      header: t('common.deviceComment'),
      sortable: true,
      cell: ({ description }) => <span className={classes.comment}>{description || dash}</span>,
    },
    {
      id: 'groups',
      header: t('common.groups'),
      cell: ({ groups }) => groups.map(({ name }) => name).join(', ') || dash,
    },
    {
      id: 'roles',
      header: t('devices.roles'),
      hiddenAtFirst: true,
      cell: ({ roles }) => roleNames(t, language, roles),
    },
    {
      id: 'lastSeenAt',
      header: t('devices.lastSeen'),
      sortable: true,
      cell: ({ lastSeenAt }) =>
        lastSeenAt ? <DateTimeText value={lastSeenAt} timeZone={timeZone} /> : t('devices.never'),
    },
    {
      id: 'createdAt',
      header: t('devices.registered'),
      sortable: true,
      hiddenAtFirst: true,
      cell: ({ createdAt }) => <DateTimeText value={createdAt} timeZone={timeZone} />,
    },
    {
      id: 'credential',
      header: t('devices.credential'),
      hiddenAtFirst: true,
      cell: ({ credentialStatus }) => t(`devices.credential_${credentialStatus}`),
    },
  ];
}

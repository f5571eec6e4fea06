import { Link } from '@tanstack/react-router';
import type { Device } from '#contract/devices/fields.ts';
import { dash } from '#contract/display.ts';
import type { ColumnKit } from '../../../base/list/columns.tsx';
import { roleNames } from '../../../base/role-names.ts';
import { addressOfDevice } from '../../../base/thing-address.ts';
import type { ListColumn } from '../../../ui/list/list-types.ts';
import classes from '../devices.module.css';

/** The columns of the list. */
export function deviceColumns({ t, language, time, words }: ColumnKit): ListColumn<Device>[] {
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
      priority: 3,
      header: t('common.serialId'),
      sortable: true,
      cell: ({ serialId }) => <span className={classes.figures}>{serialId}</span>,
    },
    words('deviceType', t('common.deviceType'), ({ deviceType }) => deviceType, { sortable: true }),
    {
      id: 'comment',
      header: t('common.deviceComment'),
      sortable: true,
      cell: ({ description }) => (description ? <span className={classes.comment}>{description}</span> : dash),
    },
    words('groups', t('common.groups'), ({ groups }) => groups.map(({ name }) => name).join(', '), { priority: 2 }),
    words('roles', t('devices.roles'), ({ roles }) => roleNames(t, language, roles), { hiddenAtFirst: true }),
    time('lastSeenAt', t('devices.lastSeen'), ({ lastSeenAt }) => lastSeenAt, {
      sortable: true,
      never: t('devices.never'),
      priority: 1,
    }),
    time('createdAt', t('devices.registered'), ({ createdAt }) => createdAt, { sortable: true, hiddenAtFirst: true }),
    words(
      'credential',
      t('devices.credential'),
      ({ credentialStatus }) => t(`devices.credential_${credentialStatus}`),
      {
        hiddenAtFirst: true,
      },
    ),
  ];
}

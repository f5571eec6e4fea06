import { ActionIcon } from '@mantine/core';
import IconPencil from '@tabler/icons-react/dist/esm/icons/IconPencil.mjs';
import IconTrash from '@tabler/icons-react/dist/esm/icons/IconTrash.mjs';
import type { Device } from '#contract/device-management/fields.ts';
import { dash } from '#contract/display.ts';
import { roleNames } from '../../app/role-names.ts';
import type { Translate } from '../../i18n/keys.ts';
import { useT } from '../../i18n/use-t.tsx';
import { DateTimeText } from '../../ui/DateTimeText.tsx';
import type { ListColumn } from '../../ui/list-types.ts';
import classes from './devices.module.css';

/** What a dialog is open for. */
export type Asked = { act: 'edit' | 'delete'; device: Device };

type Words = { t: Translate; language: string; timeZone: string };

/** The columns of the list; `ask` opens a dialog, where the caller may change devices. */
export function deviceColumns({ t, language, timeZone }: Words, ask?: (asked: Asked) => void): ListColumn<Device>[] {
  return [
    {
      id: 'deviceId',
      header: t('devices.deviceId'),
      isName: true,
      sortable: true,
      cell: ({ deviceId }) => <span className={classes.name}>{deviceId}</span>,
    },
    {
      id: 'serialId',
      header: t('devices.serialId'),
      sortable: true,
      cell: ({ serialId }) => <span className={classes.figures}>{serialId}</span>,
    },
    { id: 'deviceType', header: t('devices.type'), sortable: true, cell: ({ deviceType }) => deviceType },
    {
      id: 'description',
      header: t('devices.comment'),
      cell: ({ description }) => <span className={classes.comment}>{description || dash}</span>,
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
      hiddenAtFirst: true,
      cell: ({ createdAt }) => <DateTimeText value={createdAt} timeZone={timeZone} />,
    },
    ...(ask
      ? [{ id: 'acts', header: t('devices.acts'), cell: (device: Device) => <Acts device={device} ask={ask} /> }]
      : []),
  ];
}

function Acts({ device, ask }: { device: Device; ask: (asked: Asked) => void }) {
  const t = useT();
  const act = (name: string, Icon: typeof IconPencil, asked: Asked) => (
    <ActionIcon variant="subtle" color="gray" size={36} aria-label={name} title={name} onClick={() => ask(asked)}>
      <Icon size={18} stroke={1.75} />
    </ActionIcon>
  );
  const { deviceId } = device;
  return (
    <span className={classes.acts}>
      {act(t('devices.edit', { deviceId }), IconPencil, { act: 'edit', device })}
      {act(t('devices.delete', { deviceId }), IconTrash, { act: 'delete', device })}
    </span>
  );
}

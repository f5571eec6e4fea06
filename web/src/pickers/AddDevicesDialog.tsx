import { useMemo } from 'react';
import type { Device } from '#contract/devices/fields.ts';
import { dash } from '#contract/display.ts';
import { useMe } from '../base/session-queries.ts';
import type { Translate } from '../i18n/keys.ts';
import { useT } from '../i18n/use-t.tsx';
import type { ListColumn } from '../ui/list/list-types.ts';
import { type PickDialogProps, PickRowsDialog } from './PickRowsDialog.tsx';
import classes from './pickers.module.css';
import { pickDevicesQuery } from './queries.ts';

const columnsOf = (t: Translate): ListColumn<Device>[] => [
  {
    id: 'deviceId',
    header: t('common.deviceId'),
    isName: true,
    cell: ({ deviceId }) => <span className={classes.device}>{deviceId}</span>,
  },
  { id: 'serialId', header: t('common.serialId'), cell: ({ serialId }) => serialId },
  { id: 'deviceType', header: t('common.deviceType'), cell: ({ deviceType }) => deviceType },
  { id: 'description', header: t('common.deviceComment'), cell: ({ description }) => description || dash },
];

/** Chooses devices: the same dialog as for users. */
export default function AddDevicesDialog(props: PickDialogProps<Device>) {
  const t = useT();
  const { tenantId } = useMe();
  const columns = useMemo(() => columnsOf(t), [t]);
  return (
    <PickRowsDialog
      {...props}
      thing="devices"
      query={(asked, place) => pickDevicesQuery(tenantId, asked, place)}
      columns={columns}
      nameOf={({ deviceId }) => deviceId}
    />
  );
}

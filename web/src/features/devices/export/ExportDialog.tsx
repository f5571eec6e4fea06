import type { DeviceCondition } from '#contract/devices/devices.ts';
import { ExportDialog as Dialog } from '../../../base/exports/ExportDialog.tsx';
import { deviceExports } from '../../../base/exports/use-export-acts.ts';
import { paths } from '../../../base/paths.ts';
import { useLanguage, useT } from '../../../i18n/use-t.tsx';
import { useGroupNames } from '../../../pickers/use-group-names.ts';
import { conditionWords } from './condition-words.ts';

type Props = {
  condition: DeviceCondition;
  /** How many devices match; an estimate where the list says so. */
  total: number;
  totalIsEstimate: boolean;
  onClose: () => void;
};

/** Writes the devices that a search matches into files. */
export default function ExportDialog({ condition, total, totalIsEstimate, onClose }: Props) {
  const t = useT();
  const lines = conditionWords(t, useLanguage(), condition, useGroupNames([condition]));
  return (
    <Dialog
      title={t(totalIsEstimate ? 'devices.exportTitleAbout' : 'devices.exportTitle', { count: total })}
      okLabel={t('transfer.export')}
      okDisabled={total === 0}
      what={t(lines.length === 0 ? 'devices.exportAll' : 'devices.exportMatching')}
      lines={lines}
      effect={(limits) => t('devices.exportEffect', limits)}
      of={deviceExports}
      body={{ condition }}
      then={paths.deviceExport}
      onClose={onClose}
    />
  );
}

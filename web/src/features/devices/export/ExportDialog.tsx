import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import type { DeviceCondition } from '#contract/device-management/devices.ts';
import { EXPORT_KEPT_DAYS, EXPORT_PART_ROWS } from '#contract/limits.ts';
import { paths } from '../../../base/paths.ts';
import { useLanguage, useT } from '../../../i18n/use-t.tsx';
import { AlertArea, type AlertContent } from '../../../ui/page/AlertArea.tsx';
import { ModalDialog } from '../../../ui/dialog/ModalDialog.tsx';
import { useGroupNames } from '../../../pickers/use-group-names.ts';
import classes from '../devices.module.css';
import { conditionWords } from './condition-words.ts';
import { useDeviceExportActs } from './use-export-acts.ts';

type Props = {
  condition: DeviceCondition;
  /** How many devices match. */
  total: number;
  totalIsEstimate: boolean;
  onClose: () => void;
};

/** Writes the devices that a search matches into files: says what it will write, then begins. */
export default function ExportDialog({ condition, total, totalIsEstimate, onClose }: Props) {
  const t = useT();
  const language = useLanguage();
  const number = new Intl.NumberFormat(language);
  const navigate = useNavigate();
  const [alert, setAlert] = useState<AlertContent>();
  const { busy, start } = useDeviceExportActs(setAlert);
  const lines = conditionWords(t, language, condition, useGroupNames([condition]));
  const begin = async () => {
    if (await start(condition)) await navigate({ to: paths.deviceExport });
  };
  return (
    <ModalDialog
      opened
      title={t(totalIsEstimate ? 'devices.exportTitleAbout' : 'devices.exportTitle', { count: total })}
      okLabel={t('transfer.export')}
      okDisabled={total === 0}
      busy={busy}
      onOk={() => void begin()}
      onCancel={onClose}
    >
      <AlertArea alert={alert} />
      <p>{t(lines.length === 0 ? 'devices.exportAll' : 'devices.exportMatching')}</p>
      {lines.length > 0 ? (
        <ul className={classes.lines}>
          {lines.map((line) => (
            <li key={line}>{line}</li>
          ))}
        </ul>
      ) : null}
      <p className={classes.note}>
        {t('devices.exportEffect', { rows: number.format(EXPORT_PART_ROWS), count: EXPORT_KEPT_DAYS })}
      </p>
    </ModalDialog>
  );
}

import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import type { LogKind } from '#contract/authentication/logs-fields.ts';
import { EXPORT_KEPT_DAYS, EXPORT_PART_ROWS } from '#contract/limits.ts';
import { paths } from '../../../base/paths.ts';
import { useLanguage, useT } from '../../../i18n/use-t.tsx';
import { AlertArea, type AlertContent } from '../../../ui/page/AlertArea.tsx';
import { ModalDialog } from '../../../ui/dialog/ModalDialog.tsx';
import { conditionOf, type LogSearch, periodOf } from '../log-search.ts';
import classes from '../logs.module.css';
import { conditionWords } from './condition-words.ts';
import { useLogExportActs } from './use-export-acts.ts';

type Props = {
  kind: LogKind;
  search: LogSearch;
  timeZone: string;
  /** How many rows match; an estimate where the chart does not know. */
  total: number;
  totalIsEstimate: boolean;
  onClose: () => void;
};

/** Writes the rows that a search finds into files: says what it will write, then begins. */
export default function ExportDialog({ kind, search, timeZone, total, totalIsEstimate, onClose }: Props) {
  const t = useT();
  const number = new Intl.NumberFormat(useLanguage());
  const navigate = useNavigate();
  const [alert, setAlert] = useState<AlertContent>();
  const { busy, start } = useLogExportActs(setAlert);
  const { period = 'days7', from, to } = search;
  const time =
    period === 'custom' ? t('logs.fromTo', { from: from ?? '', to: to ?? '' }) : t(`common.period.${period}`);
  const lines = [
    t('transfer.conditionLine', { name: t('logs.period'), value: time }),
    ...conditionWords(t, kind, conditionOf(kind, search)),
  ];
  const begin = async () => {
    const begun = await start({ kind, ...periodOf(search, timeZone), condition: conditionOf(kind, search) });
    if (begun) await navigate({ to: paths.tenant('log-export') });
  };
  return (
    <ModalDialog
      opened
      title={totalIsEstimate ? t('logs.exportTitleSome') : t('logs.exportTitle', { count: total })}
      okLabel={t('logs.export')}
      busy={busy}
      onOk={() => void begin()}
      onCancel={onClose}
    >
      <AlertArea alert={alert} />
      <p>{t('logs.exportWhat')}</p>
      <ul className={classes.lines}>
        {lines.map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
      <p className={classes.note}>
        {t('logs.exportEffect', { rows: number.format(EXPORT_PART_ROWS), count: EXPORT_KEPT_DAYS })}
      </p>
    </ModalDialog>
  );
}

import type { startLogExport } from '#contract/logs/log-exports.ts';
import type { LogKind } from '#contract/logs/logs-fields.ts';
import type { SentBodyOf } from '#contract/route.ts';
import { ExportDialog as Dialog } from '../../../base/exports/ExportDialog.tsx';
import { logExports } from '../../../base/exports/use-export-acts.ts';
import { paths } from '../../../base/paths.ts';
import { useT } from '../../../i18n/use-t.tsx';
import { conditionOf, type LogSearch, periodOf } from '../log-search.ts';
import { conditionWords } from './condition-words.ts';

type Props = {
  kind: LogKind;
  search: LogSearch;
  timeZone: string;
  /** How many rows match; an estimate where the chart does not know. */
  total: number;
  totalIsEstimate: boolean;
  onClose: () => void;
};

/** Writes the rows that a search finds into files. */
export default function ExportDialog({ kind, search, timeZone, total, totalIsEstimate, onClose }: Props) {
  const t = useT();
  const { period = 'days7', from, to } = search;
  const time =
    period === 'custom' ? t('logs.fromTo', { from: from ?? '', to: to ?? '' }) : t(`common.period.${period}`);
  const lines = [
    t('transfer.conditionLine', { name: t('logs.period'), value: time }),
    ...conditionWords(t, kind, conditionOf(kind, search)),
  ];
  const body = { kind, ...periodOf(search, timeZone), condition: conditionOf(kind, search) };
  return (
    <Dialog
      title={totalIsEstimate ? t('logs.exportTitleSome') : t('logs.exportTitle', { count: total })}
      okLabel={t('logs.export')}
      what={t('logs.exportWhat')}
      lines={lines}
      effect={(limits) => t('logs.exportEffect', limits)}
      of={logExports}
      body={body as SentBodyOf<typeof startLogExport>}
      then={paths.tenant('log-export')}
      onClose={onClose}
    />
  );
}

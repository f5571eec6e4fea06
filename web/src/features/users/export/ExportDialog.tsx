import type { UserCondition } from '#contract/people/users-search.ts';
import { ExportDialog as Dialog } from '../../../base/exports/ExportDialog.tsx';
import { userExports } from '../../../base/exports/use-export-acts.ts';
import { paths } from '../../../base/paths.ts';
import { useLanguage, useT } from '../../../i18n/use-t.tsx';
import { useGroupNames } from '../../../pickers/use-group-names.ts';
import { conditionWords } from './condition-words.ts';

type Props = {
  condition: UserCondition;
  /** How many users match; an estimate where the list says so. */
  total: number;
  totalIsEstimate: boolean;
  onClose: () => void;
};

/** Writes the users that a search matches into files. */
export default function ExportDialog({ condition, total, totalIsEstimate, onClose }: Props) {
  const t = useT();
  const lines = conditionWords(t, useLanguage(), condition, useGroupNames([condition]));
  return (
    <Dialog
      title={t(totalIsEstimate ? 'transfer.exportTitleAbout' : 'transfer.exportTitle', { count: total })}
      okLabel={t('transfer.export')}
      okDisabled={total === 0}
      what={t(lines.length === 0 ? 'transfer.exportAll' : 'transfer.exportMatching')}
      lines={lines}
      effect={(limits) => t('transfer.exportEffect', limits)}
      of={userExports}
      body={{ condition }}
      page={paths.userExport}
      onClose={onClose}
    />
  );
}

import { useState } from 'react';
import type { UserCondition } from '#contract/people/users-search.ts';
import { ExportDialog as Dialog } from '../../../base/exports/ExportDialog.tsx';
import { userExports } from '../../../base/exports/use-export-acts.ts';
import { useLanguage, useT } from '../../../i18n/use-t.tsx';
import { useGroupNames } from '../../../pickers/use-group-names.ts';
import { conditionWords } from './condition-words.ts';
import { ExportUnderWay } from './ExportUnderWay.tsx';

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
  const [begun, follow] = useState<string>();
  const lines = conditionWords(t, useLanguage(), condition, useGroupNames([condition]));
  if (begun !== undefined) return <ExportUnderWay exportStatusId={begun} onClose={onClose} />;
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
      then={follow}
      onClose={onClose}
    />
  );
}

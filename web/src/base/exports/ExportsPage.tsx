import type { UseQueryResult } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import { useT } from '../../i18n/use-t.tsx';
import { AlertArea, type AlertContent } from '../../ui/page/AlertArea.tsx';
import { failedList } from '../failure.ts';
import { ExportList, type ExportListProps } from './ExportList.tsx';
import type { ShownExport } from './ExportParts.tsx';
import { type ExportActs, type ExportKind, type StartExport, useExportActs } from './use-export-acts.ts';

type Props<One extends ShownExport, Of extends StartExport> = Pick<
  ExportListProps<One>,
  'id' | 'title' | 'what' | 'counted'
> & {
  of: ExportKind<Of>;
  list: UseQueryResult<{ results: readonly One[]; totalResults: number }>;
  /** What stands above the list. */
  head: ReactNode;
  /** Beside the files of one. */
  beside?: (one: One, acts: ExportActs) => ReactNode;
  /** What is said where there are none, and the page where they are begun. */
  empty: { text: string; to: string; toLabel: string };
};

/** Exports of a kind: those that run, and those kept. */
export function ExportsPage<One extends ShownExport, Of extends StartExport>(props: Props<One, Of>) {
  const { of, list, head, beside, empty, ...shown } = props;
  const t = useT();
  const [alert, setAlert] = useState<AlertContent>();
  const acts = useExportActs(of, setAlert);
  const { data } = list;
  return (
    <>
      {head}
      <AlertArea alert={alert} onClose={() => setAlert(undefined)} />
      <ExportList
        {...shown}
        exports={data?.results}
        total={data?.totalResults ?? 0}
        acts={acts}
        {...(beside && { beside })}
        failed={failedList(t, list, t('transfer.exportsFailedTitle'))}
        empty={{
          title: t('transfer.exportsEmptyTitle'),
          text: empty.text,
          action: <Link to={empty.to}>{empty.toLabel}</Link>,
        }}
      />
    </>
  );
}

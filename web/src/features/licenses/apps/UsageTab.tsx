import { useMemo } from 'react';
import { useColumnKit } from '../../../base/list/columns.tsx';
import { ListTable } from '../../../ui/list/ListTable.tsx';
import type { License } from '#contract/licences/fields.ts';
import { licenseColumns } from '../columns.tsx';
import type { App } from './apps.ts';

const rowId = ({ licenseId }: License) => licenseId;
const rowName = ({ licenseId }: License) => licenseId;

/** How much of each license of the app is used, and until when it is valid. */
export function UsageTab({ app }: { app: App }) {
  const { t, language, zone } = useColumnKit();
  return (
    <ListTable
      id="app-licenses"
      plain
      caption={t('licenses.app.tab_usage')}
      columns={useMemo(() => licenseColumns(t, language, zone).map(unsorted), [t, language, zone])}
      rows={app.licenses}
      rowId={rowId}
      rowName={rowName}
      empty={{ title: t('licenses.emptyTitle'), text: t('licenses.empty') }}
    />
  );
}

const unsorted = <Column extends { sortable?: boolean }>(column: Column): Column => ({ ...column, sortable: false });

import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import IconDownload from '@tabler/icons-react/dist/esm/icons/IconDownload.mjs';
import { lazy, Suspense, useState } from 'react';
import type { DeviceCondition } from '#contract/devices/devices.ts';
import { paths } from '../../../base/paths.ts';
import { loadAreas } from '../../../i18n/texts.ts';
import { useT } from '../../../i18n/use-t.tsx';

// The list's first load is not to carry it.
const ExportDialog = lazy(async () => {
  const [dialog] = await Promise.all([import('../export/ExportDialog.tsx'), loadAreas('transfer')]);
  return dialog;
});

type Props = { condition: DeviceCondition; total: number | undefined; totalIsEstimate: boolean };

/** What the list shows as a file, and the files that are kept. */
export function ExportMenu({ condition, total, totalIsEstimate }: Props) {
  const t = useT();
  const [exporting, setExporting] = useState(false);
  return (
    <>
      <Button variant="default" renderRoot={(props) => <Link {...props} to={paths.deviceExport} />}>
        {t('devices.exports')}
      </Button>
      {total ? (
        <Button
          variant="default"
          leftSection={<IconDownload size={16} aria-hidden="true" />}
          onClick={() => setExporting(true)}
        >
          {t(totalIsEstimate ? 'devices.exportAbout' : 'devices.export', { count: total })}
        </Button>
      ) : null}
      {exporting ? (
        <Suspense>
          <ExportDialog
            condition={condition}
            total={total ?? 0}
            totalIsEstimate={totalIsEstimate}
            onClose={() => setExporting(false)}
          />
        </Suspense>
      ) : null}
    </>
  );
}

import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useMemo, useState } from 'react';
import type { DeviceExport } from '#contract/device-management/device-exports.ts';
import { EXPORT_KEPT_DAYS } from '#contract/limits.ts';
import { ExportList } from '../../../base/exports/ExportList.tsx';
import { failedList } from '../../../base/failure.ts';
import { deviceExportsQuery } from '../../../base/jobs/job-queries.ts';
import { paths } from '../../../base/paths.ts';
import { useMe } from '../../../base/session-queries.ts';
import { useLanguage, useT } from '../../../i18n/use-t.tsx';
import { useGroupNames } from '../../../pickers/use-group-names.ts';
import { AlertArea, type AlertContent } from '../../../ui/page/AlertArea.tsx';
import { Breadcrumbs } from '../../../ui/page/Breadcrumbs.tsx';
import { PageTitle } from '../../../ui/page/PageTitle.tsx';
import { conditionWords } from './condition-words.ts';
import { useDeviceExportActs } from './use-export-acts.ts';

/** Exports of devices: those that run, and those kept. */
export function DeviceExports() {
  const t = useT();
  const language = useLanguage();
  const me = useMe();
  const [alert, setAlert] = useState<AlertContent>();
  const acts = useDeviceExportActs(setAlert);
  const list = useQuery(deviceExportsQuery(me.tenantId));
  const { data } = list;
  const groupNames = useGroupNames((data?.results ?? []).map(({ condition }) => condition));
  const what = useMemo(() => {
    const words = ({ condition }: DeviceExport) => conditionWords(t, language, condition, groupNames).join(' · ');
    return { header: t('devices.searched'), words: (one: DeviceExport) => words(one) || t('devices.allDevices') };
  }, [t, language, groupNames]);
  const counted = useMemo(() => ({ header: t('ui.nav.devices'), unit: 'rows' as const }), [t]);
  const title = t('devices.exportsTitle');
  return (
    <>
      <Breadcrumbs
        links={[
          <Link key="devices" to={paths.devices}>
            {t('ui.nav.devices')}
          </Link>,
        ]}
        here={title}
      />
      <PageTitle title={title}>{t('devices.exportsLead', { count: EXPORT_KEPT_DAYS })}</PageTitle>
      <AlertArea alert={alert} onClose={() => setAlert(undefined)} />
      <ExportList
        id="device-exports"
        title={title}
        exports={data?.results}
        total={data?.totalResults ?? 0}
        what={what}
        counted={counted}
        acts={acts}
        failed={failedList(t, list, t('transfer.exportsFailedTitle'))}
        empty={{
          title: t('transfer.exportsEmptyTitle'),
          text: t('devices.exportsEmpty'),
          action: <Link to={paths.devices}>{t('devices.toDevices')}</Link>,
        }}
      />
    </>
  );
}

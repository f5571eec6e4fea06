import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { DeviceExport } from '#contract/devices/device-exports.ts';
import { EXPORT_KEPT_DAYS } from '#contract/limits.ts';
import { SubPageTitle } from '../../../base/SubPageTitle.tsx';
import { ExportsPage } from '../../../base/exports/ExportsPage.tsx';
import { deviceExports } from '../../../base/exports/use-export-acts.ts';
import { deviceExportsQuery } from '../../../base/jobs/job-queries.ts';
import { paths } from '../../../base/paths.ts';
import { useMe } from '../../../base/session-queries.ts';
import { useLanguage, useT } from '../../../i18n/use-t.tsx';
import { useGroupNames } from '../../../pickers/use-group-names.ts';
import { conditionWords } from './condition-words.ts';

/** Exports of devices: those that run, and those kept. */
export function DeviceExports() {
  const t = useT();
  const language = useLanguage();
  const list = useQuery(deviceExportsQuery(useMe().tenantId));
  const groupNames = useGroupNames((list.data?.results ?? []).map(({ condition }) => condition));
  const what = useMemo(() => {
    const words = ({ condition }: DeviceExport) => conditionWords(t, language, condition, groupNames).join(' · ');
    return { header: t('devices.searched'), words: (one: DeviceExport) => words(one) || t('devices.allDevices') };
  }, [t, language, groupNames]);
  const counted = useMemo(() => ({ header: t('ui.nav.devices'), unit: 'rows' as const }), [t]);
  const title = t('devices.exportsTitle');
  return (
    <ExportsPage
      id="device-exports"
      title={title}
      of={deviceExports}
      list={list}
      what={what}
      counted={counted}
      head={<SubPageTitle title={title}>{t('devices.exportsLead', { count: EXPORT_KEPT_DAYS })}</SubPageTitle>}
      empty={{ text: t('devices.exportsEmpty'), to: paths.devices, toLabel: t('devices.toDevices') }}
    />
  );
}

import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useMemo, useState } from 'react';
import type { LogExport } from '#contract/authentication/log-exports.ts';
import { formatDateTime } from '#contract/display.ts';
import { EXPORT_KEPT_DAYS } from '#contract/limits.ts';
import { ExportList } from '../../../base/exports/ExportList.tsx';
import { failedList } from '../../../base/failure.ts';
import { logExportsQuery } from '../../../base/jobs/job-queries.ts';
import { paths } from '../../../base/paths.ts';
import { timeZoneOf, useMe } from '../../../base/session-queries.ts';
import { useLanguage, useT } from '../../../i18n/use-t.tsx';
import { AlertArea, type AlertContent } from '../../../ui/page/AlertArea.tsx';
import classes from '../logs.module.css';
import { conditionWords } from './condition-words.ts';
import { useLogExportActs } from './use-export-acts.ts';

/** Exports of the logs (spec section 2, "log export"): those that run, and those kept, each with its manifest. */
export function LogExports() {
  const t = useT();
  const language = useLanguage();
  const me = useMe();
  const zone = timeZoneOf(me);
  const [alert, setAlert] = useState<AlertContent>();
  const acts = useLogExportActs(setAlert);
  const list = useQuery(logExportsQuery(me.tenantId));
  const { data } = list;
  const what = useMemo(() => {
    const time = (at: string) => formatDateTime(new Date(at), language, zone);
    const words = ({ kind, fromDatetime, toDatetime, condition }: LogExport) =>
      [
        t(kind === 'login' ? 'ui.tenant.login-log' : 'ui.tenant.system-log'),
        t('logs.fromTo', { from: time(fromDatetime), to: time(toDatetime) }),
        ...conditionWords(t, kind, condition),
      ].join(' · ');
    return { header: t('logs.exported'), words };
  }, [t, language, zone]);
  const counted = useMemo(() => ({ header: t('logs.rows'), unit: 'rows' as const }), [t]);
  return (
    <>
      <div className={classes.head}>
        <p>{t('logs.exportsLead', { count: EXPORT_KEPT_DAYS })}</p>
      </div>
      <AlertArea alert={alert} onClose={() => setAlert(undefined)} />
      <ExportList
        id="log-exports"
        title={t('ui.tenant.log-export')}
        exports={data?.results}
        total={data?.totalResults ?? 0}
        what={what}
        counted={counted}
        acts={acts}
        beside={({ exportStatusId }) => (
          <Button
            size="compact-sm"
            variant="default"
            disabled={acts.busy}
            onClick={() => void acts.fetchManifest(exportStatusId)}
          >
            {t('logs.manifest')}
          </Button>
        )}
        failed={failedList(t, list, t('transfer.exportsFailedTitle'))}
        empty={{
          title: t('transfer.exportsEmptyTitle'),
          text: t('logs.exportsEmpty'),
          action: <Link to={paths.tenant('login-log')}>{t('ui.tenant.login-log')}</Link>,
        }}
      />
    </>
  );
}

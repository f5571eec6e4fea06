import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { downloadLogManifest, LogExport } from '#contract/logs/log-exports.ts';
import { formatDateTime } from '#contract/display.ts';
import { EXPORT_KEPT_DAYS } from '#contract/limits.ts';
import { PageLead } from '../../../ui/page/PageTitle.tsx';
import { download } from '../../../api/download.ts';
import { ExportsPage } from '../../../base/exports/ExportsPage.tsx';
import { logExports } from '../../../base/exports/use-export-acts.ts';
import { logExportsQuery } from '../../../base/jobs/job-queries.ts';
import { paths } from '../../../base/paths.ts';
import { timeZoneOf, useMe } from '../../../base/session-queries.ts';
import { useLanguage, useT } from '../../../i18n/use-t.tsx';
import { conditionWords } from './condition-words.ts';

/** Exports of the logs (spec section 2, "log export"): those that run, and those kept, each with its manifest. */
export function LogExports() {
  const t = useT();
  const language = useLanguage();
  const me = useMe();
  const zone = timeZoneOf(me);
  const list = useQuery(logExportsQuery(me.tenantId));
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
  const manifestOf = (exportStatusId: string) =>
    download<typeof downloadLogManifest>({
      path: '/api/auth/tenants/{tenantId}/logExport/{exportStatusId}/manifest',
      params: { tenantId: me.tenantId, exportStatusId },
      fallbackName: 'manifest.json',
    });
  return (
    <ExportsPage
      id="log-exports"
      title={t('ui.tenant.log-export')}
      of={logExports}
      list={list}
      what={what}
      counted={counted}
      head={<PageLead>{t('logs.exportsLead', { count: EXPORT_KEPT_DAYS })}</PageLead>}
      beside={({ exportStatusId }, { busy, run }) => (
        <Button
          size="compact-sm"
          variant="default"
          disabled={busy}
          onClick={() => void run(() => manifestOf(exportStatusId))}
        >
          {t('logs.manifest')}
        </Button>
      )}
      empty={{ text: t('logs.exportsEmpty'), to: paths.tenant('login-log'), toLabel: t('ui.tenant.login-log') }}
    />
  );
}

import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useMemo, useState } from 'react';
import type { UserExport } from '#contract/authentication/user-exports.ts';
import { EXPORT_KEPT_DAYS } from '#contract/limits.ts';
import { ExportList } from '../../../base/exports/ExportList.tsx';
import { failedList } from '../../../base/failure.ts';
import { userExportsQuery } from '../../../base/jobs/job-queries.ts';
import { paths } from '../../../base/paths.ts';
import { useMe } from '../../../base/session-queries.ts';
import { useLanguage, useT } from '../../../i18n/use-t.tsx';
import { AlertArea, type AlertContent } from '../../../ui/page/AlertArea.tsx';
import { Breadcrumbs } from '../../../ui/page/Breadcrumbs.tsx';
import { PageTitle } from '../../../ui/page/PageTitle.tsx';
import { conditionWords } from './condition-words.ts';
import { useExportActs } from './use-export-acts.ts';
import { useGroupNames } from '../../../pickers/use-group-names.ts';

/** Exports of users (spec section 2, "User Management": export, export logs): those that run, and those kept. */
export function Exports() {
  const t = useT();
  const language = useLanguage();
  const me = useMe();
  const [alert, setAlert] = useState<AlertContent>();
  const acts = useExportActs(setAlert);
  const list = useQuery(userExportsQuery(me.tenantId));
  const { data } = list;
  const groupNames = useGroupNames((data?.results ?? []).map(({ condition }) => condition));
  const what = useMemo(() => {
    const words = ({ condition }: UserExport) => conditionWords(t, language, condition, groupNames).join(' · ');
    return { header: t('transfer.searched'), words: (one: UserExport) => words(one) || t('transfer.allUsers') };
  }, [t, language, groupNames]);
  const counted = useMemo(() => ({ header: t('users.title'), unit: 'users' as const }), [t]);
  const title = t('transfer.exportsTitle');
  return (
    <>
      <Breadcrumbs
        links={[
          <Link key="users" to={paths.users}>
            {t('users.title')}
          </Link>,
        ]}
        here={title}
      />
      <PageTitle title={title}>{t('transfer.exportsLead', { count: EXPORT_KEPT_DAYS })}</PageTitle>
      <AlertArea alert={alert} onClose={() => setAlert(undefined)} />
      <ExportList
        id="user-exports"
        title={title}
        exports={data?.results}
        total={data?.totalResults ?? 0}
        what={what}
        counted={counted}
        acts={acts}
        failed={failedList(t, list, t('transfer.exportsFailedTitle'))}
        empty={{
          title: t('transfer.exportsEmptyTitle'),
          text: t('transfer.exportsEmpty'),
          action: <Link to={paths.users}>{t('transfer.toUsers')}</Link>,
        }}
      />
    </>
  );
}

import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { UserExport } from '#contract/people/user-exports.ts';
import { EXPORT_KEPT_DAYS } from '#contract/limits.ts';
import { SubPageTitle } from '../../../base/SubPageTitle.tsx';
import { ExportsPage } from '../../../base/exports/ExportsPage.tsx';
import { userExports } from '../../../base/exports/use-export-acts.ts';
import { userExportsQuery } from '../../../base/jobs/job-queries.ts';
import { paths } from '../../../base/paths.ts';
import { useMe } from '../../../base/session-queries.ts';
import { useLanguage, useT } from '../../../i18n/use-t.tsx';
import { useGroupNames } from '../../../pickers/use-group-names.ts';
import { conditionWords } from './condition-words.ts';

/** Exports of users (spec section 2, "User Management": export, export logs): those that run, and those kept. */
export function Exports() {
  const t = useT();
  const language = useLanguage();
  const list = useQuery(userExportsQuery(useMe().tenantId));
  const groupNames = useGroupNames((list.data?.results ?? []).map(({ condition }) => condition));
  const what = useMemo(() => {
    const words = ({ condition }: UserExport) => conditionWords(t, language, condition, groupNames).join(' · ');
    return { header: t('transfer.searched'), words: (one: UserExport) => words(one) || t('transfer.allUsers') };
  }, [t, language, groupNames]);
  const counted = useMemo(() => ({ header: t('users.title'), unit: 'users' as const }), [t]);
  const title = t('transfer.exportsTitle');
  return (
    <ExportsPage
      id="user-exports"
      title={title}
      of={userExports}
      list={list}
      what={what}
      counted={counted}
      head={<SubPageTitle title={title}>{t('transfer.exportsLead', { count: EXPORT_KEPT_DAYS })}</SubPageTitle>}
      empty={{ text: t('transfer.exportsEmpty'), to: paths.users, toLabel: t('transfer.toUsers') }}
    />
  );
}

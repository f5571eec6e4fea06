import { Button } from '@mantine/core';
import IconPlus from '@tabler/icons-react/dist/esm/icons/IconPlus.mjs';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { useMemo, useState } from 'react';
import type { EmailDomain } from '#contract/federation/email-domains.ts';
import { LearnMore } from '../../base/guides/LearnMore.tsx';
import { useKeptSearch } from '../../base/last-search.ts';
import { type ColumnKit, useColumnKit } from '../../base/list/columns.tsx';
import { QueryList } from '../../base/list/QueryList.tsx';
import { PartTabs } from '../../base/PartTabs.tsx';
import { paths } from '../../base/paths.ts';
import { useMe } from '../../base/session-queries.ts';
import type { ListColumn } from '../../ui/list/list-types.ts';
import { SearchBox } from '../../ui/list/SearchBox.tsx';
import { PageTitle } from '../../ui/page/PageTitle.tsx';
import { AddDomainDialog } from './AddDomainDialog.tsx';
import { DomainBadge } from './DomainBadge.tsx';
import { type DomainListChange, domainListAddress, MAX_DOMAIN_KEYWORD_LENGTH, pageOfDomains } from './list-search.ts';
import { domainListQuery } from './queries.ts';

const route = getRouteApi('/frame/portal/email-domains');
const rowId = ({ domain }: EmailDomain) => domain;

const columnsOf = ({ t, time, words }: ColumnKit): ListColumn<EmailDomain>[] => [
  {
    id: 'domain',
    header: t('logs.field_domain'),
    isName: true,
    cell: ({ domain }) => (
      <Link to="/portal/email-domains/$domain" params={{ domain }}>
        {domain}
      </Link>
    ),
  },
  { id: 'state', header: t('common.status'), isStatus: true, cell: ({ state }) => <DomainBadge state={state} /> },
  words('provider', t('logs.field_provider'), ({ provider }) => provider?.displayName ?? '', { priority: 1 }),
  time('checkedAt', t('domains.checked'), ({ checkedAt }) => checkedAt, { priority: 2 }),
];

/** The email domains that the tenant proves to be its own. */
export function DomainList() {
  const kit = useColumnKit();
  const { t } = kit;
  const search = route.useSearch();
  useKeptSearch(paths.emailDomains, search);
  const navigate = route.useNavigate();
  const { data, isError, error, refetch } = useQuery(domainListQuery(useMe().tenantId));
  const [adding, setAdding] = useState(false);
  const page = useMemo(() => data && pageOfDomains(data, search), [data, search]);
  const go = (change: DomainListChange, replace = false) =>
    void navigate({ search: (before) => domainListAddress.changed(before, change), replace });
  const add = (
    <Button leftSection={<IconPlus size={16} aria-hidden="true" />} onClick={() => setAdding(true)}>
      {t('domains.add')}
    </Button>
  );
  const { keyword = '' } = search;
  return (
    <>
      <PageTitle title={t('ui.nav.singleSignOn')} actions={add}>
        {t('domains.lead')} <LearnMore guide="email-domains" about={t('ui.nav.emailDomains')} />
      </PageTitle>
      <PartTabs />
      <QueryList<EmailDomain>
        id="email-domains"
        caption={t('ui.nav.emailDomains')}
        columns={useMemo(() => columnsOf(kit), [kit])}
        query={{ data: page, isPlaceholderData: false, isError, error, refetch }}
        rowId={rowId}
        rowName={rowId}
        toolbar={
          <SearchBox
            label={t('domains.search')}
            value={keyword}
            maxLength={MAX_DOMAIN_KEYWORD_LENGTH}
            onSearch={(next) => go({ keyword: next || undefined }, true)}
          />
        }
        onClearSearch={keyword === '' ? undefined : () => go({ keyword: undefined }, true)}
        at={search}
        go={go}
        paged="by page"
        failedTitle={t('domains.failed')}
        empty={{ title: t('domains.emptyTitle'), text: t('domains.empty'), action: add }}
      />
      {adding ? <AddDomainDialog onClose={() => setAdding(false)} /> : null}
    </>
  );
}

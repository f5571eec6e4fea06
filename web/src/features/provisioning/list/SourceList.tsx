import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import IconPlus from '@tabler/icons-react/dist/esm/icons/IconPlus.mjs';
import { useMemo, useState } from 'react';
import { failedList } from '../../../base/failure.ts';
import { useColumnKit } from '../../../base/list/columns.tsx';
import { useMe } from '../../../base/session-queries.ts';
import { ListTable } from '../../../ui/list/ListTable.tsx';
import { PageTitle } from '../../../ui/page/PageTitle.tsx';
import { AddSourceDialog } from '../add/AddSourceDialog.tsx';
import { type Source, sourceListQuery } from '../queries.ts';
import { sourceColumns } from './columns.tsx';

const rowId = ({ uuid }: Source) => uuid;
const rowName = ({ displayName }: Source) => displayName;

/** The directories that provide users by SCIM (spec section 2, automatic sync for aad, okta and custom sources). */
export function SourceList() {
  const kit = useColumnKit();
  const { t } = kit;
  const query = useQuery(sourceListQuery(useMe().tenantId));
  const [adding, setAdding] = useState(false);
  const add = (
    <Button leftSection={<IconPlus size={16} aria-hidden="true" />} onClick={() => setAdding(true)}>
      {t('provisioning.add')}
    </Button>
  );
  return (
    <>
      <PageTitle title={t('ui.nav.provisioningSources')} actions={add}>
        {t('provisioning.lead')}
      </PageTitle>
      <ListTable<Source>
        id="provisioning-sources"
        plain
        caption={t('ui.nav.provisioningSources')}
        columns={useMemo(() => sourceColumns(kit), [kit])}
        rows={query.data}
        rowId={rowId}
        rowName={rowName}
        expectedRows={3}
        failed={failedList(t, query, t('provisioning.failed'))}
        empty={{ title: t('provisioning.emptyTitle'), text: t('provisioning.empty'), action: add }}
      />
      {adding ? <AddSourceDialog onClose={() => setAdding(false)} /> : null}
    </>
  );
}

import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import IconPlus from '@tabler/icons-react/dist/esm/icons/IconPlus.mjs';
import { useMemo, useState } from 'react';
import { failedList } from '../../../base/failure.ts';
import { LearnMore } from '../../../base/guides/LearnMore.tsx';
import { useColumnKit } from '../../../base/list/columns.tsx';
import { useMe } from '../../../base/session-queries.ts';
import { useT } from '../../../i18n/use-t.tsx';
import { ListTable } from '../../../ui/list/ListTable.tsx';
import { AddConnectionDialog } from '../add/AddConnectionDialog.tsx';
import { type Connection, connectionListQuery } from '../queries.ts';
import classes from '../saml-connections.module.css';
import { connectionColumns } from './columns.tsx';

const rowId = ({ samlId }: Connection) => samlId;
const rowName = ({ displayName }: Connection) => displayName;

/** The SAML connections (spec section 2, "saml-settings"): the identity providers that sign users in by SAML. */
export function ConnectionList() {
  const t = useT();
  const kit = useColumnKit();
  const query = useQuery(connectionListQuery(useMe().tenantId));
  const [adding, setAdding] = useState(false);
  const add = (
    <Button leftSection={<IconPlus size={16} aria-hidden="true" />} onClick={() => setAdding(true)}>
      {t('samlConnections.add')}
    </Button>
  );
  return (
    <>
      <div className={classes.head}>
        <p>
          {t('samlConnections.lead')} <LearnMore guide="sign-in-with-saml" about={t('ui.tenant.saml-settings')} />
        </p>
        {add}
      </div>
      <ListTable<Connection>
        id="saml-connections"
        plain
        caption={t('ui.tenant.saml-settings')}
        columns={useMemo(() => connectionColumns(kit), [kit])}
        rows={query.data}
        rowId={rowId}
        rowName={rowName}
        expectedRows={3}
        failed={failedList(t, query, t('samlConnections.failed'))}
        empty={{ title: t('samlConnections.emptyTitle'), text: t('samlConnections.empty'), action: add }}
      />
      {adding ? (
        <AddConnectionDialog taken={(query.data ?? []).map(({ samlId }) => samlId)} onClose={() => setAdding(false)} />
      ) : null}
    </>
  );
}

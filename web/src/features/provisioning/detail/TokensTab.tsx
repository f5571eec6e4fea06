import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import IconPlus from '@tabler/icons-react/dist/esm/icons/IconPlus.mjs';
import { useMemo, useState } from 'react';
import { failedList } from '../../../base/failure.ts';
import { useColumnKit } from '../../../base/list/columns.tsx';
import { useMe } from '../../../base/session-queries.ts';
import { ListTable } from '../../../ui/list/ListTable.tsx';
import type { AlertContent } from '../../../ui/page/AlertArea.tsx';
import { PageLead } from '../../../ui/page/PageTitle.tsx';
import { type Source, type Token, tokenListQuery } from '../queries.ts';
import { CreateTokenDialog } from '../tokens/CreateTokenDialog.tsx';
import { RevokeDialog } from '../tokens/RevokeDialog.tsx';
import { rowId, rowName, tokenColumns } from '../tokens/columns.tsx';

type Props = { source: Source; say: (alert: AlertContent | undefined) => void };

/** The tokens of one source. */
export function TokensTab({ source, say }: Props) {
  const kit = useColumnKit();
  const { t } = kit;
  const query = useQuery(tokenListQuery(useMe().tenantId));
  const [adding, setAdding] = useState(false);
  const [revoking, setRevoking] = useState<Token>();
  const add = (
    <Button leftSection={<IconPlus size={16} aria-hidden="true" />} onClick={() => setAdding(true)}>
      {t('provisioning.createToken')}
    </Button>
  );
  const rows = useMemo(() => query.data?.filter((token) => token.source?.uuid === source.uuid), [query.data, source]);
  return (
    <>
      <PageLead actions={add}>{t('provisioning.tokensOfSource')}</PageLead>
      <ListTable<Token>
        id="source-tokens"
        plain
        caption={t('ui.nav.managementTokens')}
        columns={useMemo(() => tokenColumns(kit, setRevoking, true), [kit])}
        rows={rows}
        rowId={rowId}
        rowName={rowName}
        expectedRows={2}
        failed={failedList(t, query, t('provisioning.tokensFailed'))}
        empty={{ title: t('provisioning.tokensEmptyTitle'), text: t('provisioning.tokensEmpty'), action: add }}
      />
      {adding ? <CreateTokenDialog ofSource={source} sources={[source]} onClose={() => setAdding(false)} /> : null}
      {revoking ? (
        <RevokeDialog token={revoking} all={query.data ?? []} say={say} onClose={() => setRevoking(undefined)} />
      ) : null}
    </>
  );
}

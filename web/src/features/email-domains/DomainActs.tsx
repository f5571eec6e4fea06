import { Button } from '@mantine/core';
import IconRefresh from '@tabler/icons-react/dist/esm/icons/IconRefresh.mjs';
import IconTrash from '@tabler/icons-react/dist/esm/icons/IconTrash.mjs';
import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import type { checkEmailDomain, deleteEmailDomain, EmailDomain } from '#contract/federation/email-domains.ts';
import { call } from '../../api/call.ts';
import { paths } from '../../base/paths.ts';
import { useMe } from '../../base/session-queries.ts';
import { useAct } from '../../base/use-act.ts';
import { useT } from '../../i18n/use-t.tsx';
import { ConfirmDialog } from '../../ui/dialog/ConfirmDialog.tsx';
import type { AlertContent } from '../../ui/page/AlertArea.tsx';
import { domainPath, domainQuery, domainsKey } from './queries.ts';

type Props = { found: EmailDomain; say: (alert: AlertContent | undefined) => void };

/** Looks for the proof now, and deletes the domain. */
export function DomainActs({ found, say }: Props) {
  const t = useT();
  const { tenantId } = useMe();
  const navigate = useNavigate();
  const queryClient = useQueryClient();
  const { busy, run } = useAct(say);
  const [asked, setAsked] = useState(false);
  const { domain, provider } = found;
  const shared = { params: { tenantId, domain }, pattern: 'powerUser' } as const;
  const query = domainQuery(tenantId, domain);
  const check = async () => {
    const path = `${domainPath}/check` as const;
    const done = await run(() => call<typeof checkEmailDomain>({ ...shared, method: 'POST', path }));
    if (!done) return;
    queryClient.setQueryData(query.queryKey, done.answer);
    void queryClient.invalidateQueries({ queryKey: domainsKey });
    const isFound = done.answer.cause === null;
    say({
      kind: isFound ? 'success' : 'failure',
      text: t(isFound ? 'domains.found' : 'domains.notFound', { domain }),
    });
  };
  const remove = async () => {
    const done = await run(() => call<typeof deleteEmailDomain>({ ...shared, method: 'DELETE', path: domainPath }));
    setAsked(false);
    if (!done) return;
    await navigate({ to: paths.emailDomains, search: {}, ignoreBlocker: true });
    queryClient.removeQueries({ queryKey: query.queryKey });
    await queryClient.invalidateQueries({ queryKey: domainsKey });
  };
  return (
    <>
      <Button
        variant="default"
        leftSection={<IconRefresh size={16} aria-hidden="true" />}
        loading={busy}
        onClick={() => void check()}
      >
        {t('domains.check')}
      </Button>
      <Button variant="default" leftSection={<IconTrash size={16} aria-hidden="true" />} onClick={() => setAsked(true)}>
        {t('common.delete')}
      </Button>
      {asked ? (
        <ConfirmDialog
          opened
          title={t('domains.askDelete', { domain })}
          okLabel={t('common.delete')}
          danger
          affected={0}
          busy={busy}
          onOk={() => void remove()}
          onCancel={() => setAsked(false)}
        >
          <p>
            {provider
              ? t('domains.effectDeleteProvider', { domain, name: provider.displayName })
              : t('domains.effectDelete', { domain })}
          </p>
        </ConfirmDialog>
      ) : null}
    </>
  );
}

import { Button } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import IconPlus from '@tabler/icons-react/dist/esm/icons/IconPlus.mjs';
import { lazy, Suspense, useId, useState } from 'react';
import type { deleteOauthApi } from '#contract/apps/oauth-apis.ts';
import { call } from '../../../api/call.ts';
import { LearnMore } from '../../../base/guides/LearnMore.tsx';
import { Loaded } from '../../../base/Loaded.tsx';
import { useMe } from '../../../base/session-queries.ts';
import { useAct } from '../../../base/use-act.ts';
import { useT } from '../../../i18n/use-t.tsx';
import { ConfirmDialog } from '../../../ui/dialog/ConfirmDialog.tsx';
import { SettingsCard } from '../../../ui/form/SettingsCard.tsx';
import parts from '../../../ui/form/parts.module.css';
import type { AlertContent } from '../../../ui/page/AlertArea.tsx';
import classes from '../oauth-apps.module.css';
import { type Api, apiListQuery, apisPath, oauthAppsKey } from '../queries.ts';

const ApiDialog = lazy(() => import('./ApiDialog.tsx'));

type Props = { say: (alert: AlertContent | undefined) => void };

/** The APIs of the organization that apps get access tokens for. */
export function Apis({ say }: Props) {
  const t = useT();
  const { tenantId } = useMe();
  const queryClient = useQueryClient();
  const query = useQuery(apiListQuery(tenantId));
  const { busy, run } = useAct(say);
  const [open, setOpen] = useState<Api | 'new'>();
  const [deleting, setDeleting] = useState<Api>();
  const remove = async ({ apiId, name }: Api) => {
    const params = { tenantId, apiId };
    const done = await run(() =>
      call<typeof deleteOauthApi>({ method: 'DELETE', path: `${apisPath}/{apiId}`, params, pattern: 'powerUser' }),
    );
    setDeleting(undefined);
    await queryClient.invalidateQueries({ queryKey: oauthAppsKey });
    if (done) say({ kind: 'success', text: t('oauthApps.apiDeleted', { name }) });
  };
  return (
    <div className={classes.apis}>
      <SettingsCard
        title={t('logs.field_apis')}
        why={
          <>
            {t('oauthApps.apisWhy')} <LearnMore guide="connect-an-app" about={t('logs.field_apis')} />
          </>
        }
      >
        <Loaded query={query} height={96} inCard failedTitle={t('oauthApps.apisFailed')}>
          {(apis) =>
            apis.length === 0 ? (
              <p className={parts.note}>{t('oauthApps.apisNone')}</p>
            ) : (
              <ul className={parts.items}>
                {apis.map((api) => (
                  <ApiRow key={api.apiId} api={api} onEdit={() => setOpen(api)} onDelete={() => setDeleting(api)} />
                ))}
              </ul>
            )
          }
        </Loaded>
        <div>
          <Button
            variant="default"
            leftSection={<IconPlus size={16} aria-hidden="true" />}
            disabled={query.data === undefined}
            onClick={() => setOpen('new')}
          >
            {t('oauthApps.addApi')}
          </Button>
        </div>
        <Suspense>
          {open ? (
            <ApiDialog api={open === 'new' ? undefined : open} say={say} onClose={() => setOpen(undefined)} />
          ) : null}
        </Suspense>
        <ConfirmDialog
          opened={deleting !== undefined}
          title={t('oauthApps.ask_deleteApi', { name: deleting?.name ?? '' })}
          okLabel={t('oauthApps.deleteApi')}
          danger
          busy={busy}
          onOk={() => deleting && void remove(deleting)}
          onCancel={() => setDeleting(undefined)}
        >
          {t('oauthApps.effect_deleteApi')}
        </ConfirmDialog>
      </SettingsCard>
    </div>
  );
}

function ApiRow({ api, onEdit, onDelete }: { api: Api; onEdit: () => void; onDelete: () => void }) {
  const t = useT();
  const id = useId();
  return (
    <li className={parts.item}>
      <div className={parts.itemWords}>
        <div id={id} className={parts.itemName}>
          {api.name}
        </div>
        <div className={parts.note}>{api.audience}</div>
        <div className={parts.note}>{api.scopes.map(({ name }) => name).join(' ')}</div>
      </div>
      <div className={parts.buttons}>
        <Button size="compact-sm" variant="default" aria-describedby={id} onClick={onEdit}>
          {t('common.edit')}
        </Button>
        <Button size="compact-sm" variant="default" aria-describedby={id} onClick={onDelete}>
          {t('common.delete')}
        </Button>
      </div>
    </li>
  );
}

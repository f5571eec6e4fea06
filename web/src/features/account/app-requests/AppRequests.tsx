import { Button } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { AppRequest } from '#contract/apps/app-requests.ts';
import { formatDateTime } from '#contract/display.ts';
import { LoadingCard } from '../../../base/Loaded.tsx';
import { timeZoneOf, useMe } from '../../../base/session-queries.ts';
import { useLanguage, useT } from '../../../i18n/use-t.tsx';
import { SettingsCard } from '../../../ui/form/SettingsCard.tsx';
import parts from '../../../ui/form/parts.module.css';
import type { AlertContent } from '../../../ui/page/AlertArea.tsx';
import { StatusBadge, type Tone } from '../../../ui/text/StatusBadge.tsx';
import { appRequestsQuery } from '../queries.ts';
import { RequestAppDialog } from './RequestAppDialog.tsx';

const tones: Readonly<Record<AppRequest['state'], Tone>> = { open: 'warning', approved: 'good', declined: 'bad' };

/** The apps one has asked the administrators for, and the way to ask for one. */
export function AppRequests({ say }: { say: (alert: AlertContent | undefined) => void }) {
  const t = useT();
  const queryClient = useQueryClient();
  const query = useQuery(appRequestsQuery);
  const [asking, setAsking] = useState(false);
  const asked = (name: string) => {
    setAsking(false);
    void queryClient.invalidateQueries({ queryKey: appRequestsQuery.queryKey });
    say({ kind: 'success', text: t('apps.requested', { app: name }) });
  };
  // What was asked for is beside what the page is for: without it, the page goes on.
  if (query.isPending) return <LoadingCard height={160} />;
  return (
    <SettingsCard title={t('apps.requestsTitle')} why={t('apps.requestsWhy')}>
      {query.data && query.data.results.length > 0 ? (
        <ul className={parts.items}>
          {query.data.results.map((request) => (
            <RequestRow key={request.requestId} request={request} />
          ))}
        </ul>
      ) : null}
      <div className={parts.buttons}>
        <Button variant="default" onClick={() => setAsking(true)}>
          {t('apps.request')}
        </Button>
      </div>
      {asking ? <RequestAppDialog onAsked={asked} onClose={() => setAsking(false)} /> : null}
    </SettingsCard>
  );
}

function RequestRow({ request: { name, state, askedAt, reason } }: { request: AppRequest }) {
  const t = useT();
  const language = useLanguage();
  const zone = timeZoneOf(useMe());
  return (
    <li className={parts.item}>
      <div className={parts.itemWords}>
        <div className={parts.itemName}>
          {name}
          <StatusBadge tone={tones[state]}>{t(`apps.request_${state}`)}</StatusBadge>
        </div>
        <div className={parts.note}>
          {t('apps.requestedAt', { time: formatDateTime(new Date(askedAt), language, zone) })}
        </div>
        {reason === null ? null : <p className={parts.note}>{t('apps.requestReason', { reason })}</p>}
      </div>
    </li>
  );
}

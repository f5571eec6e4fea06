import { Button } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { LogoutDelivery, retryLogoutDelivery } from '#contract/apps/logout-deliveries.ts';
import { dash } from '#contract/display.ts';
import { call } from '../../../api/call.ts';
import { failedList } from '../../../base/failure.ts';
import { clientHistory } from '../../../base/history/client-words.ts';
import { sideWords } from '../../../base/history/words.ts';
import { type ColumnKit, useColumnKit } from '../../../base/list/columns.tsx';
import { useMe } from '../../../base/session-queries.ts';
import { useAct } from '../../../base/use-act.ts';
import { ListTable } from '../../../ui/list/ListTable.tsx';
import type { ListColumn } from '../../../ui/list/list-types.ts';
import type { AlertContent } from '../../../ui/page/AlertArea.tsx';
import { StatusBadge, type Tone } from '../../../ui/text/StatusBadge.tsx';
import { type App, appsPath, deliveriesQuery } from '../queries.ts';

type Props = { app: App; say: (alert: AlertContent | undefined) => void };

const tones: Readonly<Record<LogoutDelivery['state'], Tone>> = {
  waiting: 'warning',
  sending: 'neutral',
  uncertain: 'warning',
  dead: 'bad',
};

const rowId = ({ deliveryId }: LogoutDelivery) => deliveryId;
const rowName = ({ createdAt }: LogoutDelivery) => createdAt;

function columnsOf(
  { t, language, time, figure, words }: ColumnKit,
  busy: boolean,
  onRetry: (delivery: LogoutDelivery) => void,
): ListColumn<LogoutDelivery>[] {
  return [
    time('createdAt', t('oauthApps.signedOutAt'), ({ createdAt }) => createdAt, { isName: true }),
    {
      id: 'state',
      header: t('common.status'),
      isStatus: true,
      cell: ({ state }) => <StatusBadge tone={tones[state]}>{t(`oauthApps.delivery_${state}`)}</StatusBadge>,
    },
    words('failure', t('oauthApps.reason'), ({ failure }) =>
      failure?.startsWith('http')
        ? t('oauthApps.answered', { status: failure.slice('http'.length) })
        : failure && sideWords(t, clientHistory, 'logoutDelivery', failure, String, language),
    ),
    figure('tries', t('oauthApps.tries'), ({ tries }) => tries, { priority: 2 }),
    time('nextAt', t('oauthApps.nextTry'), ({ nextAt }) => nextAt, { priority: 1 }),
    {
      id: 'acts',
      header: t('oauthApps.acts'),
      isActs: true,
      cell: (delivery) =>
        delivery.state === 'sending' ? (
          dash
        ) : (
          <Button size="compact-sm" variant="default" disabled={busy} onClick={() => onRetry(delivery)}>
            {t('oauthApps.sendAgain')}
          </Button>
        ),
    },
  ];
}

/** The sign-outs that the app was not told of yet, and why. */
export function LogoutTab({ app, say }: Props) {
  const kit = useColumnKit();
  const { t } = kit;
  const { tenantId } = useMe();
  const queryClient = useQueryClient();
  const { busy, run } = useAct(say);
  const { clientId } = app;
  const query = useQuery(deliveriesQuery(tenantId, clientId));
  const retry = async ({ deliveryId }: LogoutDelivery) => {
    const done = await run(() =>
      call<typeof retryLogoutDelivery>({
        method: 'POST',
        path: `${appsPath}/{clientId}/logoutDeliveries/{deliveryId}/retry`,
        params: { tenantId, clientId, deliveryId },
        pattern: 'powerUser',
      }),
    );
    await queryClient.invalidateQueries({ queryKey: deliveriesQuery(tenantId, clientId).queryKey });
    if (done) say({ kind: 'success', text: t('oauthApps.sentAgain') });
  };
  return (
    <ListTable<LogoutDelivery>
      id="oauth-app-deliveries"
      plain
      caption={t('oauthApps.tab_logout')}
      columns={columnsOf(kit, busy, (delivery) => void retry(delivery))}
      rows={query.data?.results}
      rowId={rowId}
      rowName={rowName}
      expectedRows={3}
      failed={failedList(t, query, t('oauthApps.deliveriesFailed'))}
      empty={{ title: t('oauthApps.deliveriesEmptyTitle'), text: t('oauthApps.deliveriesEmpty') }}
    />
  );
}

import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { useMemo, useState } from 'react';
import type { MailRun } from '#contract/joining/bulk-mails.ts';
import { type ColumnKit, useColumnKit } from '../../../base/list/columns.tsx';
import { QueryList } from '../../../base/list/QueryList.tsx';
import { paths } from '../../../base/paths.ts';
import { AlertArea, type AlertContent } from '../../../ui/page/AlertArea.tsx';
import type { ListColumn } from '../../../ui/list/list-types.ts';
import { StatusBadge, type Tone } from '../../../ui/text/StatusBadge.tsx';
import classes from '../onboarding.module.css';
import { isUnderWay, sendingsQuery } from '../queries.ts';
import { OpenedSending } from './OpenedSending.tsx';
import { sendingAddress } from './sending-search.ts';

const route = getRouteApi('/frame/portal/registration/sendings');
const tones: Record<MailRun['status'], Tone> = { processing: 'warning', completed: 'good', cancelled: 'neutral' };

function columnsOf({ t, time, words, figure }: ColumnKit): ListColumn<MailRun>[] {
  return [
    {
      id: 'sendType',
      header: t('onboarding.sendings.what'),
      isName: true,
      cell: ({ sendId, sendType }) => (
        <Link className={classes.name} to={paths.registration('sendings')} search={(now) => ({ ...now, sendId })}>
          {t(`onboarding.type_${sendType}`)}
        </Link>
      ),
    },
    time('createdAt', t('onboarding.sendings.begun'), ({ createdAt }) => createdAt),
    words('operator', t('onboarding.sendings.operator'), ({ operatorUserId }) => operatorUserId, { priority: 2 }),
    {
      id: 'status',
      isStatus: true,
      header: t('common.status'),
      cell: (run) => {
        const status = isUnderWay(run) ? 'processing' : run.status;
        return <StatusBadge tone={tones[status]}>{t(`onboarding.sendings.status_${status}`)}</StatusBadge>;
      },
    },
    figure('total', t('onboarding.sendings.total'), ({ total }) => total, { priority: 1 }),
    figure('sent', t('onboarding.sendings.sent'), ({ sent, waiting }) => sent - waiting),
    figure('refused', t('onboarding.sendings.refused'), ({ refused }) => refused, { priority: 3 }),
    figure('failed', t('onboarding.sendings.failed'), ({ failed }) => failed),
  ];
}

const rowId = ({ sendId }: MailRun) => sendId;

/** The history of mails sent to many (spec section 2, "bulk send history"). */
export function Sendings() {
  const kit = useColumnKit();
  const { t } = kit;
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const [alert, setAlert] = useState<AlertContent>();
  const { sendId } = search;
  return (
    <>
      <AlertArea alert={alert} onClose={() => setAlert(undefined)} />
      {sendId ? <OpenedSending key={sendId} sendId={sendId} say={setAlert} /> : null}
      <QueryList
        id="mail-sendings"
        caption={t('ui.registration.sendings')}
        columns={useMemo(() => columnsOf(kit), [kit])}
        query={useQuery(sendingsQuery(search))}
        rowId={rowId}
        rowName={({ sendType }) => t(`onboarding.type_${sendType}`)}
        toolbar={<p className={classes.lead}>{t('onboarding.sendings.lead')}</p>}
        at={search}
        go={(change, replace = false) => void navigate({ search: sendingAddress.changed(search, change), replace })}
        paged="by cursor"
        failedTitle={t('onboarding.sendings.failedTitle')}
        empty={{ title: t('onboarding.sendings.emptyTitle'), text: t('onboarding.sendings.empty') }}
      />
    </>
  );
}

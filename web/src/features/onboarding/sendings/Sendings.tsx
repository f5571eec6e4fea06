import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { useMemo, useState } from 'react';
import { DEFAULT_PAGE_SIZE } from '#contract/limits.ts';
import type { MailRun } from '#contract/joining/bulk-mails.ts';
import { failedList } from '../../../base/failure.ts';
import { paths } from '../../../base/paths.ts';
import { timeZoneOf, useMe } from '../../../base/session-queries.ts';
import type { Translate } from '../../../i18n/keys.ts';
import { useLanguage, useT } from '../../../i18n/use-t.tsx';
import { AlertArea, type AlertContent } from '../../../ui/page/AlertArea.tsx';
import { CursorPager } from '../../../ui/list/CursorPager.tsx';
import { DateTimeText } from '../../../ui/text/DateTimeText.tsx';
import { ListTable } from '../../../ui/list/ListTable.tsx';
import type { ListColumn } from '../../../ui/list/list-types.ts';
import { StatusBadge, type Tone } from '../../../ui/text/StatusBadge.tsx';
import classes from '../onboarding.module.css';
import { isUnderWay, sendingsQuery } from '../queries.ts';
import { OpenedSending } from './OpenedSending.tsx';
import { readSendingSearch } from './sending-search.ts';

const route = getRouteApi('/frame/portal/registration/sendings');
const tones: Record<MailRun['status'], Tone> = { processing: 'warning', completed: 'good', cancelled: 'neutral' };

function columnsOf(t: Translate, language: string, timeZone: string): ListColumn<MailRun>[] {
  const number = new Intl.NumberFormat(language);
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
    {
      id: 'createdAt',
      header: t('onboarding.sendings.begun'),
      cell: (run) => <DateTimeText value={run.createdAt} timeZone={timeZone} />,
    },
    { id: 'operator', header: t('onboarding.sendings.operator'), cell: ({ operatorUserId }) => operatorUserId },
    {
      id: 'status',
      isStatus: true,
      header: t('common.status'),
      cell: (run) => {
        const status = isUnderWay(run) ? 'processing' : run.status;
        return <StatusBadge tone={tones[status]}>{t(`onboarding.sendings.status_${status}`)}</StatusBadge>;
      },
    },
    { id: 'total', header: t('onboarding.sendings.total'), numeric: true, cell: ({ total }) => number.format(total) },
    {
      id: 'sent',
      header: t('onboarding.sendings.sent'),
      numeric: true,
      cell: ({ sent, waiting }) => number.format(sent - waiting),
    },
    {
      id: 'refused',
      header: t('onboarding.sendings.refused'),
      numeric: true,
      cell: ({ refused }) => number.format(refused),
    },
    {
      id: 'failed',
      header: t('onboarding.sendings.failed'),
      numeric: true,
      cell: ({ failed }) => number.format(failed),
    },
  ];
}

/** The history of mails sent to many (spec section 2, "bulk send history"). */
export function Sendings() {
  const t = useT();
  const language = useLanguage();
  const timeZone = timeZoneOf(useMe());
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const [alert, setAlert] = useState<AlertContent>();
  const list = useQuery(sendingsQuery(search));
  const { data, isPlaceholderData } = list;
  const columns = useMemo(() => columnsOf(t, language, timeZone), [t, language, timeZone]);
  const { count = DEFAULT_PAGE_SIZE, sendId } = search;
  return (
    <>
      <AlertArea alert={alert} onClose={() => setAlert(undefined)} />
      {sendId ? <OpenedSending key={sendId} sendId={sendId} say={setAlert} /> : null}
      <ListTable<MailRun>
        id="mail-sendings"
        caption={t('ui.registration.sendings')}
        columns={columns}
        rows={data?.results}
        rowId={(run) => run.sendId}
        rowName={({ sendType }) => t(`onboarding.type_${sendType}`)}
        loading={isPlaceholderData}
        expectedRows={Math.min(count, 8)}
        totalResults={data?.totalResults ?? 0}
        toolbar={<p className={classes.lead}>{t('onboarding.sendings.lead')}</p>}
        failed={failedList(t, list, t('onboarding.sendings.failedTitle'))}
        empty={{ title: t('onboarding.sendings.emptyTitle'), text: t('onboarding.sendings.empty') }}
        pager={
          data && data.results.length > 0 ? (
            <CursorPager
              pageSize={count}
              totalResults={data.totalResults}
              next={data.next}
              previous={data.previous}
              onCursor={(cursor) => void navigate({ search: readSendingSearch({ count, sendId, cursor }) })}
              onPageSize={(size) => void navigate({ search: readSendingSearch({ sendId, count: size }) })}
            />
          ) : null
        }
      />
    </>
  );
}

import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { useMemo, useState } from 'react';
import { personName } from '#contract/display.ts';
import { DEFAULT_PAGE_SIZE, MAX_SEARCH_MAIL_ADDRESS_LENGTH } from '#contract/limits.ts';
import type { RegistrationMail } from '#contract/joining/registration-mails.ts';
import { registrationMailStates } from '#contract/joining/send-types.ts';
import { failedList } from '../../../base/failure.ts';
import { paths } from '../../../base/paths.ts';
import { timeZoneOf, useMe } from '../../../base/session-queries.ts';
import { useLanguage, useT } from '../../../i18n/use-t.tsx';
import { AlertArea, type AlertContent } from '../../../ui/page/AlertArea.tsx';
import { CursorPager } from '../../../ui/list/CursorPager.tsx';
import { Dropdown } from '../../../ui/form/Dropdown.tsx';
import { ListTable } from '../../../ui/list/ListTable.tsx';
import { nothingChosen } from '../../../ui/list/list-types.ts';
import { SearchBox } from '../../../ui/list/SearchBox.tsx';
import { usePageRows } from '../../../ui/list/use-page-rows.ts';
import { useSelection } from '../../../ui/list/use-selection.ts';
import classes from '../onboarding.module.css';
import { registrationMailsQuery } from '../queries.ts';
import { mailColumns } from './columns.tsx';
import { MailActions, rowIdOf, targetOf } from './MailActions.tsx';
import { changedMailSearch, type MailSearch, readMailSearch } from './mail-search.ts';

const route = getRouteApi('/frame/portal/registration/mails');

/** Registration mails and what became of them. */
export function RegistrationMails() {
  const t = useT();
  const language = useLanguage();
  const me = useMe();
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const [alert, setAlert] = useState<AlertContent>();
  const list = useQuery(registrationMailsQuery(search));
  const { data, isPlaceholderData } = list;
  const columns = useMemo(() => mailColumns(t, language, timeZoneOf(me)), [t, language, me]);
  const { count = DEFAULT_PAGE_SIZE, cursor: place, ...condition } = search;
  const [selection, select] = useSelection(condition);
  const searching = Object.keys(condition).length > 0;
  // Where nobody counted, nobody is asked about all of them; a search that finds fewer is counted.
  const total = data?.totalIsEstimate ? undefined : data?.totalResults;
  const filter = (change: Record<string, unknown>) =>
    void navigate({ search: (before) => changedMailSearch(before, change), replace: true });
  const rows = usePageRows(list, !place, () => filter({}));
  return (
    <>
      <AlertArea alert={alert} onClose={() => setAlert(undefined)} />
      <ListTable<RegistrationMail>
        id="registration-mails"
        caption={t('ui.registration.mails')}
        columns={columns}
        rows={rows}
        rowId={rowIdOf}
        rowName={(mail) => personName(mail, language) || mail.userId}
        loading={isPlaceholderData}
        expectedRows={Math.min(count, 8)}
        totalResults={total}
        toolbar={<Filters search={search} onChange={filter} />}
        onClearSearch={searching ? () => void navigate({ search: {} }) : undefined}
        failed={failedList(t, list, t('onboarding.mails.failedTitle'))}
        empty={{
          title: t('onboarding.mails.emptyTitle'),
          text: t('onboarding.mails.empty'),
          action: <ToUsers />,
        }}
        {...(me.permissions.includes('users:write')
          ? {
              selection,
              onSelection: select,
              selectionActions: (
                <MailActions
                  target={targetOf(selection, condition, total ?? 0)}
                  say={setAlert}
                  onDone={() => select(nothingChosen)}
                />
              ),
            }
          : {})}
        pager={
          data && data.results.length > 0 ? (
            <CursorPager
              pageSize={count}
              totalResults={data.totalResults}
              totalIsEstimate={data.totalIsEstimate}
              next={data.next}
              previous={data.previous}
              onCursor={(cursor) => void navigate({ search: (before) => readMailSearch({ ...before, cursor }) })}
              onPageSize={(size) => void navigate({ search: (before) => changedMailSearch(before, { count: size }) })}
            />
          ) : null
        }
      />
    </>
  );
}

/** Registration mails are sent from the list of users. */
function ToUsers() {
  const t = useT();
  return (
    <Button
      variant="default"
      renderRoot={(props) => <Link {...props} to={paths.users} search={{ status: 'registering' }} />}
    >
      {t('onboarding.mails.toUsers')}
    </Button>
  );
}

function Filters({ search, onChange }: { search: MailSearch; onChange: (change: Record<string, unknown>) => void }) {
  const t = useT();
  return (
    <div className={classes.filter}>
      <SearchBox
        label={t('onboarding.mails.search')}
        value={search.keyword ?? ''}
        maxLength={MAX_SEARCH_MAIL_ADDRESS_LENGTH}
        onSearch={(keyword) => onChange({ keyword })}
      />
      <Dropdown
        label={t('common.status')}
        value={search.state ?? ''}
        choices={[
          { value: '', label: t('onboarding.mails.anyState') },
          ...registrationMailStates.map((value) => ({ value, label: t(`onboarding.mails.state_${value}`) })),
        ]}
        onChange={(state) => onChange({ state })}
      />
      {search.sendId ? (
        <Button variant="default" onClick={() => onChange({ sendId: undefined })}>
          {t('onboarding.mails.everySending')}
        </Button>
      ) : null}
    </div>
  );
}

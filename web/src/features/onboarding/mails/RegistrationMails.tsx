import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { useMemo, useState } from 'react';
import { personName } from '#contract/display.ts';
import { MAX_SEARCH_MAIL_ADDRESS_LENGTH } from '#contract/limits.ts';
import type { RegistrationMail } from '#contract/joining/registration-mails.ts';
import { registrationMailFilters } from '#contract/joining/send-types.ts';
import { LearnMore } from '../../../base/guides/LearnMore.tsx';
import { useColumnKit } from '../../../base/list/columns.tsx';
import { QueryList } from '../../../base/list/QueryList.tsx';
import { useMe } from '../../../base/session-queries.ts';
import { useT } from '../../../i18n/use-t.tsx';
import type { ChangeOf, ListPlace } from '../../../ui/list/address.ts';
import { paths } from '../../../base/paths.ts';
import { AlertArea, type AlertContent } from '../../../ui/page/AlertArea.tsx';
import { Dropdown } from '../../../ui/form/Dropdown.tsx';
import { nothingChosen } from '../../../ui/list/list-types.ts';
import { SearchBox } from '../../../ui/list/SearchBox.tsx';
import { useSelection } from '../../../ui/list/use-selection.ts';
import classes from '../onboarding.module.css';
import { registrationMailsQuery } from '../queries.ts';
import { mailColumns } from './columns.tsx';
import { MailActions, rowIdOf, targetOf } from './MailActions.tsx';
import { mailAddress, type MailSearch } from './mail-search.ts';

const route = getRouteApi('/frame/portal/registration/mails');

/** Registration mails and what became of them. */
export function RegistrationMails() {
  const kit = useColumnKit();
  const { t, language } = kit;
  const me = useMe();
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const [alert, setAlert] = useState<AlertContent>();
  const list = useQuery(registrationMailsQuery(search));
  const { count: _, cursor: __, ...condition } = search;
  const [selection, select] = useSelection(condition);
  const searching = Object.keys(condition).length > 0;
  // Where nobody counted, nobody is asked about all of them; a search that finds fewer is counted.
  const total = list.data?.totalIsEstimate ? undefined : list.data?.totalResults;
  const go = (change: ChangeOf<MailSearch> | ListPlace, replace = false) =>
    void navigate({ search: (before) => mailAddress.changed(before, change), replace });
  return (
    <>
      <AlertArea alert={alert} onClose={() => setAlert(undefined)} />
      <QueryList<RegistrationMail>
        id="registration-mails"
        caption={t('ui.registration.mails')}
        columns={useMemo(() => mailColumns(kit), [kit])}
        query={list}
        rowId={rowIdOf}
        rowName={(mail) => personName(mail, language) || mail.userId}
        instead={{ totalResults: total }}
        toolbar={<Filters search={search} onChange={(change) => go(change, true)} />}
        onClearSearch={searching ? () => void navigate({ search: {} }) : undefined}
        at={search}
        go={go}
        paged="by cursor"
        failedTitle={t('onboarding.mails.failedTitle')}
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

function Filters({ search, onChange }: { search: MailSearch; onChange: (change: ChangeOf<MailSearch>) => void }) {
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
          ...registrationMailFilters.map((value) => ({ value, label: t(`onboarding.mails.state_${value}`) })),
        ]}
        onChange={(state) => onChange({ state: state as MailSearch['state'] })}
      />
      <LearnMore guide="invitations" about={t('ui.registration.mails')} />
      {search.sendId ? (
        <Button variant="default" onClick={() => onChange({ sendId: undefined })}>
          {t('onboarding.mails.everySending')}
        </Button>
      ) : null}
    </div>
  );
}

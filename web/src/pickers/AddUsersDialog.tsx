import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import type { ListedUser } from '#contract/authentication/users-fields.ts';
import { dash, displayMailAddress, personName } from '#contract/display.ts';
import {
  ADD_USERS_MAX_SELECTED,
  ADD_USERS_MODAL_WIDTH,
  ADD_USERS_PAGE_SIZE,
  ADD_USERS_TABLE_HEIGHT,
  MAX_GROUP_KEYWORD_LENGTH,
} from '#contract/limits.ts';
import { failureText, requestIdOf } from '../app/failure.ts';
import { useMe } from '../app/session-queries.ts';
import type { Translate } from '../i18n/keys.ts';
import { useLanguage, useT } from '../i18n/use-t.tsx';
import { AlertArea, type AlertContent } from '../ui/AlertArea.tsx';
import { CursorPager } from '../ui/CursorPager.tsx';
import type { ListColumn } from '../ui/list-types.ts';
import { ListTable } from '../ui/ListTable.tsx';
import { ModalDialog } from '../ui/ModalDialog.tsx';
import { Person } from '../ui/Person.tsx';
import { SearchBox } from '../ui/SearchBox.tsx';
import { chooseRows, type ChosenRows } from './chosen-rows.ts';
import classes from './pickers.module.css';
import { pickUsersQuery, type UserPage } from './queries.ts';

export type AddUsersDialogProps = {
  title: string;
  okLabel: string;
  /** The uuid of the group they are added to: who is in it already is not offered. */
  notIn?: string;
  /** The users are being added: nothing in the dialog does anything. */
  busy?: boolean;
  /** How it went, where it did not go well. */
  alert?: AlertContent | undefined;
  onOk: (users: readonly ListedUser[]) => void;
  onCancel: () => void;
};

const rowId = ({ uuid }: ListedUser) => uuid;

function columnsOf(t: Translate, language: string): ListColumn<ListedUser>[] {
  return [
    {
      id: 'user',
      header: t('pickers.user'),
      isName: true,
      cell: (user) => <Person name={personName(user, language)} userId={user.userId} />,
    },
    { id: 'mailAddress', header: t('common.mailAddress'), cell: displayMailAddress },
    { id: 'department', header: t('common.department'), cell: ({ department }) => department || dash },
    { id: 'status', header: t('common.status'), cell: ({ status }) => t(`common.userStatus.${status}`) },
  ];
}

/** Chooses users: search box, table with boxes to tick, pager (spec section 2, "Add-users-to-group dialog"). */
export default function AddUsersDialog({
  title,
  okLabel,
  notIn,
  busy = false,
  alert,
  onOk,
  onCancel,
}: AddUsersDialogProps) {
  const t = useT();
  const language = useLanguage();
  const { tenantId } = useMe();
  const [keyword, setKeyword] = useState('');
  const [place, setPlace] = useState<UserPage>({});
  const [picked, setPicked] = useState<{ chosen: ChosenRows<ListedUser>; cut: boolean }>({
    chosen: new Map(),
    cut: false,
  });
  const { data, error, isError, isPlaceholderData, refetch } = useQuery(
    pickUsersQuery(tenantId, { keyword, notIn }, place),
  );
  const columns = useMemo(() => columnsOf(t, language), [t, language]);
  const selection = useMemo(() => ({ all: false, ids: new Set(picked.chosen.keys()) }), [picked]);
  const search = (wanted: string) => {
    setKeyword(wanted);
    setPlace({});
  };
  const most = new Intl.NumberFormat(language).format(ADD_USERS_MAX_SELECTED);
  return (
    <ModalDialog
      opened
      title={title}
      okLabel={okLabel}
      width={ADD_USERS_MODAL_WIDTH}
      busy={busy}
      okDisabled={data === undefined || isPlaceholderData || picked.chosen.size === 0}
      onOk={() => onOk([...picked.chosen.values()])}
      onCancel={onCancel}
    >
      <div className={classes.users}>
        <ListTable
          id="pick-users"
          plain
          caption={t('pickers.users')}
          columns={columns}
          rows={data?.results}
          rowId={rowId}
          rowName={(user) => personName(user, language) || user.userId}
          loading={isPlaceholderData}
          expectedRows={8}
          maxHeight={ADD_USERS_TABLE_HEIGHT}
          totalResults={data?.totalResults ?? 0}
          selection={selection}
          onSelection={({ ids }) =>
            setPicked(chooseRows(picked.chosen, ids, data?.results ?? [], ADD_USERS_MAX_SELECTED))
          }
          toolbar={
            <SearchBox
              data-autofocus
              label={t('pickers.searchUsers')}
              value={keyword}
              maxLength={MAX_GROUP_KEYWORD_LENGTH}
              onSearch={search}
            />
          }
          onClearSearch={keyword === '' ? undefined : () => search('')}
          failed={
            isError
              ? {
                  title: t('pickers.usersFailed'),
                  text: failureText(t, error),
                  requestId: requestIdOf(error),
                  onRetry: () => void refetch(),
                }
              : undefined
          }
          empty={{ title: t('pickers.noUsersTitle'), text: t(notIn ? 'pickers.allIn' : 'pickers.noUsers') }}
          pager={
            data && data.results.length > 0 ? (
              <CursorPager
                pageSize={ADD_USERS_PAGE_SIZE}
                pageSizes={[ADD_USERS_PAGE_SIZE]}
                totalResults={data.totalResults}
                totalIsEstimate={data.totalIsEstimate}
                next={data.next}
                previous={data.previous}
                onCursor={(cursor) => setPlace(cursor === undefined ? {} : { cursor })}
                onLast={
                  data.totalIsEstimate
                    ? undefined
                    : () => setPlace({ page: Math.ceil(data.totalResults / ADD_USERS_PAGE_SIZE) })
                }
                onPageSize={() => setPlace({})}
              />
            ) : null
          }
        />
      </div>
      <p role="status" className={picked.cut ? classes.limit : classes.note}>
        {t(picked.cut ? 'pickers.usersCut' : 'pickers.usersLimit', { most })}
      </p>
      <AlertArea alert={alert} />
    </ModalDialog>
  );
}

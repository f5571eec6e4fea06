import { Link } from '@tanstack/react-router';
import type { ListedUser } from '#contract/people/users-fields.ts';
import { dash, displayMailAddress, personName } from '#contract/display.ts';
import type { Translate } from '../../../i18n/keys.ts';
import { DateTimeText } from '../../../ui/text/DateTimeText.tsx';
import type { ListColumn } from '../../../ui/list/list-types.ts';
import { Person } from '../../../ui/text/Person.tsx';
import { StatusBadge } from '../../../ui/text/StatusBadge.tsx';
import { roleNames } from '../../../base/role-names.ts';
import { addressOfUser } from '../../../base/thing-address.ts';
import classes from '../users.module.css';
import { addressState, addressTones, statusTone } from '../words.ts';

/** Every column of the list; those hidden at first can be chosen. */
export function userColumns(t: Translate, language: string, timeZone: string): ListColumn<ListedUser>[] {
  const time = (value: string | null) =>
    value ? <DateTimeText value={value} timeZone={timeZone} /> : t('users.never');
  return [
    {
      id: 'userId',
      header: t('users.user'),
      isName: true,
      sortable: true,
      cell: (user) => (
        <Link className={classes.person} to="/portal/users/$userId" params={{ userId: addressOfUser(user.userId) }}>
          <Person name={personName(user, language)} userId={user.userId} />
        </Link>
      ),
    },
    {
      id: 'name',
      header: t('common.name'),
      sortable: true,
      hiddenAtFirst: true,
      cell: (user) => personName(user, language) || dash,
    },
    { id: 'loginMailAddress', header: t('common.mailAddress'), sortable: true, cell: displayMailAddress },
    {
      id: 'addressState',
      header: t('users.addressState'),
      hiddenAtFirst: true,
      cell: (user) => {
        const state = addressState(user);
        return <StatusBadge tone={addressTones[state]}>{t(`users.address_${state}`)}</StatusBadge>;
      },
    },
    { id: 'department', header: t('common.department'), sortable: true, cell: ({ department }) => department || dash },
    {
      id: 'location',
      header: t('common.location'),
      sortable: true,
      hiddenAtFirst: true,
      cell: ({ location }) => location || dash,
    },
    {
      id: 'status',
      isStatus: true,
      header: t('common.status'),
      sortable: true,
      cell: ({ status }) => <StatusBadge tone={statusTone[status]}>{t(`common.userStatus.${status}`)}</StatusBadge>,
    },
    { id: 'roles', header: t('users.roles'), cell: ({ roles }) => roleNames(t, language, roles) },
    {
      id: 'mfa',
      header: t('users.mfa'),
      hiddenAtFirst: true,
      cell: ({ mfaEnabled }) => t(mfaEnabled ? 'common.on' : 'common.off'),
    },
    { id: 'source', header: t('users.source'), hiddenAtFirst: true, cell: ({ source }) => t(`users.source_${source}`) },
    {
      id: 'comment',
      header: t('users.comment'),
      hiddenAtFirst: true,
      cell: ({ description }) => description || dash,
    },
    { id: 'loginedAt', header: t('users.lastSignIn'), sortable: true, cell: ({ loginedAt }) => time(loginedAt) },
    {
      id: 'createdAt',
      header: t('users.createdAt'),
      sortable: true,
      hiddenAtFirst: true,
      cell: ({ createdAt }) => time(createdAt),
    },
  ];
}

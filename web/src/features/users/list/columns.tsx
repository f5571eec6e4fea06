import { Link } from '@tanstack/react-router';
import { isUserLine, type UserText, userLines, userTextNames, userTexts } from '#contract/people/user-texts.ts';
import type { ListedUser } from '#contract/people/users-fields.ts';
import { displayMailAddress, personName } from '#contract/display.ts';
import type { ColumnKit } from '../../../base/list/columns.tsx';
import type { ListColumn } from '../../../ui/list/list-types.ts';
import { Person } from '../../../ui/text/Person.tsx';
import { StatusBadge } from '../../../ui/text/StatusBadge.tsx';
import { roleNames } from '../../../base/role-names.ts';
import { addressOfUser } from '../../../base/thing-address.ts';
import { addressState, addressTones, statusTone } from '../words.ts';

/** Every column of the list; those hidden at first can be chosen. */
export function userColumns({ t, language, mail, time, words }: ColumnKit): ListColumn<ListedUser>[] {
  const never = t('users.never');
  const hidden = { hiddenAtFirst: true, priority: 5 };
  const text = (name: UserText) => {
    const { condition, word, isLine, hiddenAtFirst } = userTexts[name];
    const id = isLine ? name : condition;
    const shown = hiddenAtFirst ? hidden : { priority: 4 };
    return words(id, t(word), (user: ListedUser) => user[name], { sortable: isLine, ...shown });
  };
  return [
    {
      id: 'userId',
      header: t('users.user'),
      isName: true,
      sortable: true,
      cell: (user) => (
        <Link to="/portal/users/$userId" params={{ userId: addressOfUser(user.userId) }}>
          <Person name={personName(user, language)} userId={user.userId} />
        </Link>
      ),
    },
    words('name', t('common.name'), (user) => personName(user, language), { ...hidden, sortable: true }),
    mail('loginMailAddress', displayMailAddress, { sortable: true, priority: 1 }),
    {
      id: 'addressState',
      header: t('users.addressState'),
      ...hidden,
      cell: (user) => {
        const state = addressState(user);
        return <StatusBadge tone={addressTones[state]}>{t(`users.address_${state}`)}</StatusBadge>;
      },
    },
    ...userLines.map(text),
    {
      id: 'status',
      isStatus: true,
      header: t('common.status'),
      sortable: true,
      cell: ({ status }) => <StatusBadge tone={statusTone[status]}>{t(`common.userStatus.${status}`)}</StatusBadge>,
    },
    words('roles', t('users.roles'), ({ roles }) => roleNames(t, language, roles), { priority: 3 }),
    words('mfa', t('users.mfa'), ({ mfaEnabled }) => t(mfaEnabled ? 'common.on' : 'common.off'), hidden),
    words('source', t('users.source'), ({ source }) => t(`users.source_${source}`), hidden),
    ...userTextNames.filter((name) => !isUserLine(name)).map(text),
    time('loginedAt', t('users.lastSignIn'), ({ loginedAt }) => loginedAt, { sortable: true, never, priority: 2 }),
    time('createdAt', t('users.createdAt'), ({ createdAt }) => createdAt, { ...hidden, sortable: true }),
  ];
}

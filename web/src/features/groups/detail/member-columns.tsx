import { Link } from '@tanstack/react-router';
import type { GroupName } from '#contract/people/groups-fields.ts';
import type { GroupDevice, GroupMember } from '#contract/people/groups-members.ts';
import { dash, displayMailAddress, personName } from '#contract/display.ts';
import { addressOfDevice, addressOfUser } from '../../../base/thing-address.ts';
import type { Translate } from '../../../i18n/keys.ts';
import { useT } from '../../../i18n/use-t.tsx';
import type { ListColumn } from '../../../ui/list/list-types.ts';
import { Person } from '../../../ui/text/Person.tsx';
import { StatusBadge } from '../../../ui/text/StatusBadge.tsx';
import classes from '../groups.module.css';
import parts from '../../../ui/form/parts.module.css';

/** As many child groups as a row names. */
const MOST_NAMED = 3;

export function memberColumns(t: Translate, language: string): ListColumn<GroupMember>[] {
  return [
    {
      id: 'user',
      header: t('groups.member'),
      isName: true,
      cell: (user) => (
        <Link className={classes.link} to="/portal/users/$userId" params={{ userId: addressOfUser(user.userId) }}>
          <Person name={personName(user, language)} userId={user.userId} />
        </Link>
      ),
    },
    ...membershipColumns(t),
    { id: 'mailAddress', priority: 1, header: t('common.mailAddress'), cell: displayMailAddress },
    { id: 'department', priority: 3, header: t('common.department'), cell: ({ department }) => department || dash },
    {
      id: 'status',
      isStatus: true,
      header: t('common.status'),
      cell: ({ status }) => t(`common.userStatus.${status}`),
    },
  ];
}

export function deviceColumns(t: Translate): ListColumn<GroupDevice>[] {
  return [
    {
      id: 'deviceId',
      header: t('common.deviceId'),
      isName: true,
      cell: ({ deviceId }) => (
        <Link to="/portal/devices/$deviceId" params={{ deviceId: addressOfDevice(deviceId) }}>
          {deviceId}
        </Link>
      ),
    },
    ...membershipColumns(t),
    { id: 'deviceType', header: t('common.deviceType'), cell: ({ deviceType }) => deviceType },
    { id: 'serialId', priority: 2, header: t('common.serialId'), cell: ({ serialId }) => serialId },
    {
      id: 'description',
      priority: 1,
      header: t('common.deviceComment'),
      cell: ({ description }) => description || dash,
    },
  ];
}

/** Whether it was put into the group itself, and through which child groups it comes. */
const membershipColumns = (t: Translate): ListColumn<Pick<GroupMember, 'direct' | 'through'>>[] => [
  {
    id: 'membership',
    header: t('groups.membership'),
    cell: ({ direct, through }) => (
      <span className={classes.membership}>
        {direct ? <StatusBadge tone="good">{t('groups.direct')}</StatusBadge> : null}
        {through.length > 0 ? <StatusBadge tone="neutral">{t('groups.inherited')}</StatusBadge> : null}
      </span>
    ),
  },
  {
    id: 'through',
    priority: 2,
    header: t('groups.through'),
    cell: ({ through }) => (through.length === 0 ? dash : <Through groups={through} />),
  },
];

/** Through which child groups somebody is a member. */
function Through({ groups }: { groups: readonly GroupName[] }) {
  const t = useT();
  const others = groups.length - MOST_NAMED;
  return (
    <ul className={classes.through}>
      {groups.slice(0, MOST_NAMED).map(({ uuid, name }) => (
        <li key={uuid}>
          <Link to="/portal/groups/$uuid" params={{ uuid }}>
            {name}
          </Link>
        </li>
      ))}
      {others > 0 ? <li className={parts.note}>{t('groups.andMore', { count: others })}</li> : null}
    </ul>
  );
}

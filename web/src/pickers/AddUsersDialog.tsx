import { useMemo } from 'react';
import type { ListedUser } from '#contract/people/users-fields.ts';
import { dash, displayMailAddress, personName } from '#contract/display.ts';
import { useMe } from '../base/session-queries.ts';
import type { Translate } from '../i18n/keys.ts';
import { useLanguage, useT } from '../i18n/use-t.tsx';
import type { ListColumn } from '../ui/list/list-types.ts';
import { Person } from '../ui/text/Person.tsx';
import { type PickDialogProps, PickRowsDialog } from './PickRowsDialog.tsx';
import { pickUsersQuery } from './queries.ts';

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
    {
      id: 'status',
      isStatus: true,
      header: t('common.status'),
      cell: ({ status }) => t(`common.userStatus.${status}`),
    },
  ];
}

/** Chooses users (spec section 2, "Add-users-to-group dialog"). */
export default function AddUsersDialog(props: PickDialogProps<ListedUser>) {
  const t = useT();
  const language = useLanguage();
  const { tenantId } = useMe();
  const columns = useMemo(() => columnsOf(t, language), [t, language]);
  return (
    <PickRowsDialog
      {...props}
      thing="users"
      query={(asked, place) => pickUsersQuery(tenantId, asked, place)}
      columns={columns}
      nameOf={(user) => personName(user, language) || user.userId}
    />
  );
}

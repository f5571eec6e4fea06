import type { User } from '#contract/people/users-fields.ts';
import { useT } from '../../../i18n/use-t.tsx';
import { GroupPlaces } from '../../../pickers/GroupPlaces.tsx';
import type { AlertContent } from '../../../ui/page/AlertArea.tsx';

type Props = { user: User; mayChange: boolean; say: (alert: AlertContent | undefined) => void };

/** The groups a user was put into. */
export function GroupsTab({ user, ...how }: Props) {
  const t = useT();
  return (
    <GroupPlaces
      placed={{ kind: 'users', tenantId: user.tenantId, id: user.userId }}
      groups={user.groups}
      why={t('users.groupsWhy')}
      none={t('users.noGroups')}
      {...how}
    />
  );
}

import type { User } from '#contract/authentication/users-fields.ts';
import { useT } from '../../../i18n/use-t.tsx';
import { EmptyState } from '../../../ui/EmptyState.tsx';
import { SettingsCard } from '../../../ui/SettingsCard.tsx';
import classes from '../users.module.css';

/** The groups a user belongs to directly, to read. */
export function GroupsTab({ user }: { user: User }) {
  const t = useT();
  if (user.groups.length === 0) {
    return (
      <div className={classes.plain}>
        <EmptyState title={t('users.noGroupsTitle')}>{t('users.noGroups')}</EmptyState>
      </div>
    );
  }
  return (
    <SettingsCard title={t('common.groups')} why={t('users.groupsWhy')}>
      <ul className={classes.groups}>
        {user.groups.map(({ uuid, groupId, name }) => (
          <li key={uuid}>
            <div>{name}</div>
            <div className={classes.note}>{groupId}</div>
          </li>
        ))}
      </ul>
    </SettingsCard>
  );
}

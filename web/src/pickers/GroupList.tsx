import { ActionIcon } from '@mantine/core';
import IconX from '@tabler/icons-react/dist/esm/icons/IconX.mjs';
import { Link } from '@tanstack/react-router';
import type { GroupName } from '#contract/people/groups-fields.ts';
import { useT } from '../i18n/use-t.tsx';
import classes from './pickers.module.css';

type Props = {
  groups: readonly GroupName[];
  /** Absent for whoever may not change them. */
  onRemove?: ((group: GroupName) => void) | undefined;
  busy?: boolean;
};

/** The groups of a user or a device, each with a way out. */
export function GroupList({ groups, onRemove, busy = false }: Props) {
  const t = useT();
  const sorted = [...groups].sort((one, other) => one.name.localeCompare(other.name));
  return (
    <ul className={classes.groups}>
      {sorted.map((group) => (
        <li key={group.uuid}>
          <div>
            <Link to="/portal/groups/$uuid" params={{ uuid: group.uuid }}>
              {group.name}
            </Link>
            <div className={classes.note}>{group.groupId}</div>
          </div>
          {onRemove ? (
            <ActionIcon
              variant="subtle"
              color="gray"
              size={36}
              disabled={busy}
              aria-label={t('common.takeOutOf', { group: group.name })}
              title={t('common.takeOutOf', { group: group.name })}
              onClick={() => onRemove(group)}
            >
              <IconX size={18} />
            </ActionIcon>
          ) : null}
        </li>
      ))}
    </ul>
  );
}

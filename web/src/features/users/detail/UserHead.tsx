import { Button } from '@mantine/core';
import IconDotsVertical from '@tabler/icons-react/dist/esm/icons/IconDotsVertical.mjs';
import { useQuery } from '@tanstack/react-query';
import type { User } from '#contract/people/users-fields.ts';
import { personName } from '#contract/display.ts';
import { useMe } from '../../../base/session-queries.ts';
import { useLanguage, useT } from '../../../i18n/use-t.tsx';
import { DetailHeader } from '../../../ui/page/DetailHeader.tsx';
import { PopoverButton, PopoverItem } from '../../../ui/dialog/PopoverButton.tsx';
import { StatusBadge } from '../../../ui/text/StatusBadge.tsx';
import parts from '../../../ui/form/parts.module.css';
import { userSignInQuery } from '../queries.ts';
import { statusTone } from '../words.ts';
import { actsFor, type UserAct } from './acts.ts';

type Props = { user: User; busy: boolean; onAct: (act: UserAct) => void };

/** Who it is, the state, the id to copy, and the menu of acts. */
export function UserHead({ user, ...acts }: Props) {
  const t = useT();
  const me = useMe();
  const name = personName(user, useLanguage()) || user.userId;
  return (
    <DetailHeader
      name={name}
      id={{ label: t('common.userId'), value: user.userId }}
      status={
        <>
          <StatusBadge tone={statusTone[user.status]}>{t(`common.userStatus.${user.status}`)}</StatusBadge>
          {me.uuid === user.uuid ? <span className={parts.note}>{t('users.yourself')}</span> : null}
        </>
      }
      actions={me.permissions.includes('users:write') ? <Acts user={user} {...acts} /> : null}
    />
  );
}

function Acts({ user, busy, onAct }: Props) {
  const t = useT();
  const { data: standing } = useQuery(userSignInQuery(user.tenantId, user.userId));
  return (
    <PopoverButton
      label={t('users.acts')}
      target={(properties) => (
        <Button
          {...properties}
          variant="default"
          loading={busy}
          leftSection={<IconDotsVertical size={16} aria-hidden="true" />}
        >
          {t('users.acts')}
        </Button>
      )}
    >
      {actsFor(user, standing?.passwordOpen).map((one) => (
        <PopoverItem key={one} onClick={() => onAct(one)}>
          {one === 'delete' ? <span className={parts.danger}>{t('users.act.delete')}</span> : t(`users.act.${one}`)}
        </PopoverItem>
      ))}
    </PopoverButton>
  );
}

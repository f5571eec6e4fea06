import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useMemo } from 'react';
import { personName } from '#contract/display.ts';
import { MAX_KEYWORD_LENGTH } from '#contract/limits.ts';
import { escapeSearchKeyword } from '#contract/rules.ts';
import { paths } from '../../../base/paths.ts';
import { useLanguage, useT } from '../../../i18n/use-t.tsx';
import { membersQuery } from '../queries.ts';
import { AddUsers, TakeOut } from './MemberActs.tsx';
import { memberColumns } from './member-columns.tsx';
import { MemberTable, useMembersAsked } from './MemberTable.tsx';
import type { TabProps } from './use-group-acts.ts';

/** The users of a group. */
export function MembersTab({ group, mayChange, say }: TabProps) {
  const t = useT();
  const language = useLanguage();
  const { keyword, ...asked } = useMembersAsked();
  const escaped = escapeSearchKeyword(keyword, 'user').slice(0, MAX_KEYWORD_LENGTH);
  const page = useQuery(membersQuery(group.tenantId, group.uuid, { ...asked, keyword: escaped }));
  const columns = useMemo(() => memberColumns(t, language), [t, language]);
  return (
    <MemberTable
      thing="users"
      page={page}
      columns={columns}
      nameOf={(user) => personName(user, language) || user.userId}
      tools={
        <>
          <Link to={paths.users} search={{ group: group.uuid }}>
            {t('groups.inUserList')}
          </Link>
          {mayChange ? <AddUsers group={group} say={say} /> : null}
        </>
      }
      takeOut={
        mayChange
          ? (chosen, onDone) => (
              <TakeOut
                thing="users"
                group={group}
                say={say}
                chosen={chosen}
                idOf={({ userId }) => userId}
                onDone={onDone}
              />
            )
          : undefined
      }
    />
  );
}

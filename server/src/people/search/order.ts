import { sql } from 'kysely';
import { type UserLine, userLines } from '#contract/people/user-texts.ts';
import type { UserSortColumn } from '#contract/people/users-search.ts';
import { creationColumn, keyset, momentColumn, type SortColumn, textColumn } from '../../platform/db/keyset.ts';
import { columnOf } from '../changes/texts.ts';

const lines = Object.fromEntries(
  userLines.map((line) => [line, textColumn(sql<string>`${sql.ref(`u.${columnOf(line)}_key`)}`)]),
) as Record<UserLine, SortColumn>;

/** Each as its index has it (migrations 0010 and, of sign-ins, 0045). */
const columns: Record<UserSortColumn, SortColumn> = {
  userId: textColumn(sql<string>`u.user_id_key`),
  name: textColumn(sql<string>`u.name_key`),
  loginMailAddress: textColumn(sql<string>`coalesce(u.login_mail_address_key, '')`, sql`u.login_mail_address_key`),
  ...lines,
  status: textColumn(sql<string>`u.status`),
  loginedAt: {
    ...momentColumn(sql`nullif(u.signed_in_at, '-infinity')`),
    key: sql`u.signed_in_at`,
    column: sql`u.signed_in_at`,
  },
  createdAt: creationColumn,
};

/** The orders of the list of users `u`. A cursor is worth nothing for another order of it. */
export const userKeyset = keyset('u', columns, 'userId');

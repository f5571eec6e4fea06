import { fail } from '#contract/errors.ts';
import type { AnswerOf, BodyOf } from '#contract/route.ts';
import type { searchUserPermissions } from '#contract/service-management/permitted.ts';
import { searchForUsers } from '../../authentication/users/search/search.ts';
import { isAllowed } from './decide.ts';
import { listReversals, readRules } from './search-queries.ts';

type Here = Parameters<typeof searchForUsers>[0];

/** Users that match, each with what it is permitted of the licences asked about. Throws `license_not_exist`. */
export async function searchPermitted(
  here: Here,
  { licenseIds, ...question }: BodyOf<typeof searchUserPermissions>,
): Promise<AnswerOf<typeof searchUserPermissions>> {
  const rules = new Map((await readRules(here.tx, licenseIds)).map((rule) => [rule.license_id, rule]));
  const asked = licenseIds.map((licenseId) => {
    const rule = rules.get(licenseId);
    if (!rule) throw fail('license_not_exist', { field: 'licenseIds' });
    return rule;
  });
  const page = await searchForUsers(here, question);
  const uuids = page.results.map(({ uuid }) => uuid);
  const reversals = new Map(
    (await listReversals(here.tx, uuids, licenseIds)).map((row) => [`${row.user_uuid} ${row.license_id}`, row]),
  );
  const results = page.results.map((user) => ({
    user,
    permissions: asked.map((rule) => {
      const row = reversals.get(`${user.uuid} ${rule.license_id}`);
      const isCurrent = row?.generation === rule.generation;
      const allowed = isAllowed(rule, { roles: user.roles, device_type: null });
      const permitted = allowed && (isCurrent ? row.permitted : rule.all_users);
      return { licenseId: rule.license_id, permitted, allowed };
    }),
  }));
  return { ...page, results };
}

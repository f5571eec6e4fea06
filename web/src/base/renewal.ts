import type { QueryClient, QueryKey } from '@tanstack/react-query';
import type { License } from '#contract/licences/fields.ts';

/** Has what is kept below some keys asked for anew, all but one query where it was just put there; settles when what is shown is. */
async function renew(queryClient: QueryClient, keys: readonly QueryKey[], except?: QueryKey): Promise<void> {
  const predicate = ({ queryKey }: { queryKey: QueryKey }) => queryKey.join() !== except?.join();
  await Promise.all(keys.map((queryKey) => queryClient.invalidateQueries({ queryKey, predicate })));
}

/**
 * Whatever shows users, what stands in groups, or whom licences are permitted to, by the first part of its key: a user
 * who is deleted leaves groups and seats, a group that gets members is found by them. Devices and tags are shown with
 * their groups, a mail for registration with its user.
 */
const ofPeople = [
  ...['users', 'devices', 'groups', 'tags', 'licenses', 'permissions'],
  ...['registrationMails', 'account', 'top'],
].map((part) => [part]);

/**
 * After users, the members of groups or what devices there are were changed, by whomever.
 * @param except the query that has the answer of the change already
 */
export function renewPeople(queryClient: QueryClient, except?: QueryKey): Promise<void> {
  return renew(queryClient, ofPeople, except);
}

/** After mails were sent to users: their registration mails, their histories, and the PINs that were mailed. */
export function renewMailed(queryClient: QueryClient): Promise<void> {
  return renew(queryClient, [['registrationMails'], ['users']]);
}

/**
 * After permissions of a licence of a kind were saved: the permission screens, the pages of licences, the reasons why
 * somebody can use them, and the seats on the top page.
 */
export function renewPermissions(
  queryClient: QueryClient,
  tenantId: string,
  volumeType: License['volumeType'],
): Promise<void> {
  const holders = volumeType === 'user' ? 'users' : 'devices';
  return renew(queryClient, [['permissions'], ['licenses'], [holders], ['top', tenantId, 'licenses']]);
}

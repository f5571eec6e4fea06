import type { ListedUser } from '#contract/people/users-fields.ts';
import { personName } from '#contract/display.ts';
import { isApiError } from '../../api/api-error.ts';
import type { Translate } from '../../i18n/keys.ts';
import type { AlertContent } from '../../ui/page/AlertArea.tsx';

const lists = { users: 'userIds', devices: 'deviceIds', groups: 'groupIds' } as const;

/** Something that was chosen and sent, in the words it was shown by. */
export type Sent = { uuid: string; words: string };

export const userWords = (t: Translate, user: ListedUser, language: string): string => {
  const name = personName(user, language);
  return name ? t('groups.nameAndId', { name, id: user.userId }) : user.userId;
};

/** Those of `sent` that the server does not find (any more), in their order; none where it refused something else. */
export function goneOf(error: unknown, thing: keyof typeof lists, sent: readonly Sent[]): readonly Sent[] {
  const list = lists[thing];
  const entries = isApiError(error) ? error.entries : [];
  return sent.filter((_, at) =>
    entries.some(({ message_id, field }) => message_id === `invalid_params_${list}` && field === `${list}.${at}`),
  );
}

/** Says which they are, so that one can go on without them. */
export const goneAlert = (t: Translate, thing: keyof typeof lists, gone: readonly Sent[]): AlertContent => ({
  kind: 'failure',
  text: t(`groups.gone_${thing}`, { count: gone.length, names: gone.map(({ words }) => words).join(', ') }),
});

import { useQuery } from '@tanstack/react-query';
import type { User } from '#contract/people/users-fields.ts';
import { Conflict } from '../../../base/editing/Conflict.tsx';
import { tenantSettingsQuery } from '../../../base/tenant-settings.ts';
import { useT } from '../../../i18n/use-t.tsx';
import { type Draft, userForm } from './draft.ts';
import { fieldWords, valueWords } from './field-words.ts';
import type { UserForm } from './use-user-form.ts';

/** A user whom another person changed, as the fields read. */
export function UserConflict({ user, form }: { user: User; form: Pick<UserForm, 'draft' | 'conflict'> }) {
  const t = useT();
  const { data } = useQuery({ ...tenantSettingsQuery(user.tenantId), enabled: form.conflict !== undefined });
  return (
    <Conflict<Draft>
      form={form}
      nameOf={(field) => fieldWords(t, field, data?.userExtensionAttributeProperties)}
      wordsOf={(draft, field) => valueWords(t, field, userForm.sent(draft, field))}
    />
  );
}

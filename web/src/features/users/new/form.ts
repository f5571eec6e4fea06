import type { User } from '#contract/people/users-fields.ts';
import { eachText, userTextNames } from '#contract/people/user-texts.ts';
import type { createUser } from '#contract/people/users.ts';
import { checkPasswordPolicy, isAcceptablePassword, type PasswordPolicy } from '#contract/password.ts';
import { policyRole, type Role, roles } from '#contract/roles.ts';
import type { SentBodyOf } from '#contract/route.ts';
import { isLoginUserId } from '#contract/rules.ts';
import type { FieldOfError } from '../../../base/failure.ts';
import { textMistake } from '../detail/draft.ts';

export const newUserFields = [
  'userId',
  'familyName',
  'givenName',
  ...userTextNames,
  'loginMailAddress',
  'password',
] as const;
export type NewUserField = (typeof newUserFields)[number];

export type NewUserForm = Record<NewUserField, string> & {
  roles: readonly Role[];
  groups: User['groups'];
  locale: string;
  /** How the user first gets in: by a mailed link, or with a password given here. */
  entry: 'invite' | 'password';
  mustChangePassword: boolean;
};

export const emptyForm: NewUserForm = {
  userId: '',
  familyName: '',
  givenName: '',
  ...eachText(() => ''),
  loginMailAddress: '',
  password: '',
  roles: [roles[0]],
  groups: [],
  locale: '',
  entry: 'invite',
  mustChangePassword: true,
};

export type NewUserMistake = 'tooLong' | 'unseen' | 'address' | 'twice' | 'userId' | 'policy';

/** Whether the login policy signs in users of these roles with a password; true until the policy is known. */
export const mayHavePassword = (held: readonly Role[], policy: { openTo: readonly Role[] } | undefined): boolean =>
  policy === undefined || policy.openTo.includes(policyRole(held));

/** What is wrong with a field that is not empty. */
export function newUserMistake(
  field: NewUserField,
  value: string,
  policy: PasswordPolicy | undefined,
): NewUserMistake | undefined {
  if (field === 'userId') return isLoginUserId(value.trim()) ? undefined : 'userId';
  if (field !== 'password') return textMistake(field, value);
  if (!isAcceptablePassword(value)) return 'policy';
  return policy && checkPasswordPolicy(value, policy).length > 0 ? 'policy' : undefined;
}

/** Whether a field has to be filled in. */
export function isNeeded(field: NewUserField, entry: NewUserForm['entry']): boolean {
  if (field === 'userId') return true;
  return field === (entry === 'invite' ? 'loginMailAddress' : 'password');
}

/** Whether the form may be sent. */
export function isComplete(form: NewUserForm, policy: PasswordPolicy | undefined): boolean {
  return newUserFields.every((field) => {
    const value = form[field].trim();
    if (field === 'password' && form.entry === 'invite') return true;
    return value === '' ? !isNeeded(field, form.entry) : newUserMistake(field, form[field], policy) === undefined;
  });
}

/** What is sent. */
export function newUserBody(form: NewUserForm): SentBodyOf<typeof createUser> {
  const shared = {
    userId: form.userId.trim(),
    familyName: form.familyName.trim(),
    givenName: form.givenName.trim(),
    ...eachText((text) => form[text].trim()),
    roles: [...form.roles],
    groups: form.groups.map(({ groupId }) => ({ groupId })),
    locale: (form.locale || null) as NonNullable<SentBodyOf<typeof createUser>['locale']> | null,
    loginMailAddress: form.loginMailAddress.trim() || null,
  };
  if (form.entry === 'invite') return { ...shared, status: 'registering', invite: true };
  const { password, mustChangePassword } = form;
  return { ...shared, status: 'active', password, mustChangePassword };
}

/** Which box an error id belongs to. */
export const fieldOfError: FieldOfError<NewUserField> = {
  duplicated_params_userId: 'userId',
  duplicated_params_loginMailAddress: 'loginMailAddress',
  password_policy_violated: 'password',
  common_password: 'password',
  minLength: 'password',
  minUppercase: 'password',
  minNumeric: 'password',
  minSpecial: 'password',
};

import { checkPasswordPolicy, type PasswordPolicy } from '#contract/password.ts';
import type { ErrorId } from '#contract/errors.ts';
import type { FieldOfError } from '../../../base/failure.ts';

export type PasswordField = 'currentPassword' | 'newPassword' | 'confirmation';

export type PasswordForm = {
  typed: Record<PasswordField, string>;
  /** What the server refused, by field; gone once the field changes. */
  refused: Partial<Record<PasswordField, ErrorId>>;
};

export type PasswordEvent =
  | { type: 'typed'; field: PasswordField; value: string }
  | { type: 'refused'; mistakes: Partial<Record<PasswordField, ErrorId>> }
  | { type: 'emptied' };

export const emptyForm: PasswordForm = {
  typed: { currentPassword: '', newPassword: '', confirmation: '' },
  refused: {},
};

export function reducePassword(form: PasswordForm, event: PasswordEvent): PasswordForm {
  switch (event.type) {
    case 'typed': {
      const { [event.field]: _, ...refused } = form.refused;
      return { typed: { ...form.typed, [event.field]: event.value }, refused };
    }
    case 'refused':
      return { ...form, refused: event.mistakes };
    case 'emptied':
      return emptyForm;
  }
}

export type OwnMistake = 'policy' | 'sameAsCurrent' | 'differs';

/** What is wrong with a field before anybody asks the server; empty fields are the form's business. */
export function ownMistake(
  field: PasswordField,
  value: string,
  typed: PasswordForm['typed'],
  policy: PasswordPolicy,
): OwnMistake | undefined {
  if (field === 'confirmation') return value === typed.newPassword ? undefined : 'differs';
  if (field === 'currentPassword') return undefined;
  if (checkPasswordPolicy(value, policy).length > 0) return 'policy';
  return value === typed.currentPassword ? 'sameAsCurrent' : undefined;
}

export function isComplete({ typed, refused }: PasswordForm, policy: PasswordPolicy): boolean {
  const fields = Object.keys(typed) as PasswordField[];
  return fields.every(
    (field) => typed[field] !== '' && !refused[field] && !ownMistake(field, typed[field], typed, policy),
  );
}

/** The error ids of the password rules belong to the new password (spec section 8, "Password"). */
export const fieldOfError: FieldOfError<PasswordField> = {
  wrong_currentPassword: 'currentPassword',
  invalid_params_newPassword: 'newPassword',
  password_policy_violated: 'newPassword',
  minLength: 'newPassword',
  minUppercase: 'newPassword',
  minNumeric: 'newPassword',
  minSpecial: 'newPassword',
  common_password: 'newPassword',
  history: 'newPassword',
};

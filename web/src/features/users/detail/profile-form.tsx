import type { User } from '#contract/people/users-fields.ts';
import { OriginNote } from '../../../base/origins/OriginNote.tsx';
import { useLanguage, useT } from '../../../i18n/use-t.tsx';
import parts from '../../../ui/form/parts.module.css';
import { type Draft, longestOf, textMistake, type Texts } from './draft.ts';
import type { FormMistakes } from './use-user-form.ts';

/** What each card of the profile gets. */
export type FormProps = {
  user: User;
  draft: Draft;
  change: (change: Partial<Draft>) => void;
  mistakes: FormMistakes;
  mayChange: boolean;
};

/** Whether a field can be changed here: not what the account's source keeps, and only with the right. */
export function isOwnField({ user, mayChange }: Pick<FormProps, 'user' | 'mayChange'>, field: string): boolean {
  return mayChange && !user.readOnlyFields.includes(field);
}

/** Why fields of a card are read-only, where some are. */
export function SourceNote({ user, fields }: { user: User; fields: readonly string[] }) {
  const t = useT();
  if (!fields.some((field) => user.readOnlyFields.includes(field))) return null;
  const words = t('users.keptBySource', { source: t(`users.source_${user.source}`) });
  if (user.source !== 'scim') return <p className={parts.note}>{words}</p>;
  return <OriginNote type="user" uuid={user.uuid} text="users.keptByNamed" otherwise={words} />;
}

/** The properties of the box of a field. */
export function useTextField({ draft, change, mistakes, ...form }: FormProps) {
  const t = useT();
  const number = new Intl.NumberFormat(useLanguage());
  return (field: keyof Texts & keyof FormMistakes) => ({
    value: draft[field],
    onChange: (value: string) => change({ [field]: value }),
    validate: (value: string) => {
      const found = textMistake(field, value);
      return found && t(`users.mistake_${found}`, { most: number.format(longestOf(field)) });
    },
    error: mistakes[field],
    disabled: !isOwnField(form, field),
    autoComplete: 'off' as const,
  });
}

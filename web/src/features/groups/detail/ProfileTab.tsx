import { useLanguage, useT } from '../../../i18n/use-t.tsx';
import { SettingsCard } from '../../../ui/form/SettingsCard.tsx';
import { TextBox } from '../../../ui/form/TextBox.tsx';
import { groupMistake, longest } from '../form.ts';
import { TagBox } from '../TagBox.tsx';
import { GroupOrigin } from './GroupOrigin.tsx';
import { PlaceCard } from './PlaceCard.tsx';
import type { ProfileProps } from './use-group-form.ts';

/** Name and description, the place in the tree, the tags. */
export function ProfileTab({ group, form, mayChange }: ProfileProps) {
  const t = useT();
  const { draft, mistakes, change } = form;
  return (
    <>
      <NameCard group={group} form={form} mayChange={mayChange} />
      <PlaceCard group={group} form={form} mayChange={mayChange} />
      <SettingsCard title={t('groups.tags')} why={t('groups.tagsWhy')}>
        <TagBox
          names={draft.tagNames}
          error={mistakes.tagNames}
          onChange={mayChange ? (tagNames) => change({ tagNames }) : undefined}
        />
      </SettingsCard>
    </>
  );
}

function NameCard({ group, form, mayChange }: ProfileProps) {
  const t = useT();
  const number = new Intl.NumberFormat(useLanguage());
  const { draft, mistakes, change } = form;
  const box = (field: 'name' | 'description') => ({
    value: draft[field],
    onChange: (value: string) => change({ [field]: value }),
    validate: (value: string) => {
      const found = groupMistake(field, value);
      return found && t(`groups.mistake_${found}`, { most: number.format(longest[field]) });
    },
    error: mistakes[field],
    // The name of a group of a source is the source's.
    disabled: !mayChange || (field === 'name' && group.source !== 'local'),
    autoComplete: 'off' as const,
  });
  return (
    <SettingsCard title={t('groups.group')} why={t('groups.groupWhy')}>
      <GroupOrigin group={group} />
      <TextBox {...box('name')} label={t('common.name')} required />
      <TextBox {...box('description')} label={t('common.description')} kind="multiline" rows={2} />
    </SettingsCard>
  );
}

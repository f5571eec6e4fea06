import { Button } from '@mantine/core';
import { getRouteApi, Link } from '@tanstack/react-router';
import { useState } from 'react';
import { MAX_GROUP_ID_LENGTH } from '#contract/limits.ts';
import { SubPageTitle } from '../../../base/SubPageTitle.tsx';
import { LeaveGuard } from '../../../base/LeaveGuard.tsx';
import { paths } from '../../../base/paths.ts';
import { useLanguage, useT } from '../../../i18n/use-t.tsx';
import { AlertArea, type AlertContent } from '../../../ui/page/AlertArea.tsx';
import { CheckedForm } from '../../../ui/form/CheckedForm.tsx';
import { SettingsCard } from '../../../ui/form/SettingsCard.tsx';
import { TextBox } from '../../../ui/form/TextBox.tsx';
import { emptyForm, type GroupField, type GroupForm, groupMistake, isComplete, longest } from '../form.ts';
import parts from '../../../ui/form/parts.module.css';
import { TagBox } from '../TagBox.tsx';
import { ContentCards } from './ContentCards.tsx';
import { bodyOf, type Content, noContent, without } from './content.ts';
import { PlaceRow, usePlace } from './PlaceRow.tsx';
import { useCreateGroup } from './use-create-group.ts';
import { useTakenGroupId } from './use-taken-group-id.ts';

const route = getRouteApi('/frame/portal/groups/new');

/** Adds a group, with what shall be in it (spec section 2, "Group Management": add). */
export function NewGroup() {
  const t = useT();
  const [form, setForm] = useState(emptyForm);
  const [content, setContent] = useState(noContent);
  const place = usePlace(route.useSearch().parent);
  const [alert, setAlert] = useState<AlertContent>();
  const { busy, refused, forget, create } = useCreateGroup(setAlert, (gone) =>
    setContent((before) => without(before, gone)),
  );
  const isTaken = useTakenGroupId(form.groupId);
  const complete = isComplete(form) && !isTaken;
  const changed = JSON.stringify([form, content]) !== JSON.stringify([emptyForm, noContent]);
  const change = (part: Partial<GroupForm>) => {
    setForm((before) => ({ ...before, ...part }));
    forget(part);
  };
  const fill = (part: Partial<Content>) => setContent((before) => ({ ...before, ...part }));
  return (
    <>
      <SubPageTitle title={t('groups.add')}>{t('groups.addLead')}</SubPageTitle>
      <CheckedForm
        isRight={complete}
        busy={busy || !place.known}
        onSend={() => create(bodyOf(form, content, place.parent), content)}
      >
        <NameCard form={form} change={change} refused={refused} isTaken={isTaken} />
        <SettingsCard title={t('groups.place')} why={t('groups.placeWhy')}>
          <PlaceRow place={place} />
        </SettingsCard>
        <SettingsCard title={t('groups.tags')} why={t('groups.tagsWhy')}>
          <TagBox names={content.tagNames} onChange={(tagNames) => fill({ tagNames })} />
        </SettingsCard>
        <ContentCards content={content} change={fill} />
        <AlertArea alert={alert} onClose={() => setAlert(undefined)} />
        <div className={parts.buttons}>
          <Button type="submit" loading={busy} disabled={!place.known}>
            {t('groups.addNow')}
          </Button>
          <Button variant="default" renderRoot={(props) => <Link {...props} to={paths.groups} />}>
            {t('common.cancel')}
          </Button>
        </div>
      </CheckedForm>
      <LeaveGuard changed={changed && !busy} />
    </>
  );
}

type NameProps = {
  form: GroupForm;
  change: (part: Partial<GroupForm>) => void;
  refused: Partial<GroupForm>;
  isTaken: boolean;
};

function NameCard({ form, change, refused, isTaken }: NameProps) {
  const t = useT();
  const number = new Intl.NumberFormat(useLanguage());
  const box = (field: GroupField) => ({
    value: form[field],
    onChange: (value: string) => change({ [field]: value }),
    validate: (value: string) => {
      const found = groupMistake(field, value);
      return found && t(`groups.mistake_${found}`, { most: field === 'groupId' ? '' : number.format(longest[field]) });
    },
    error: refused[field],
    autoComplete: 'off' as const,
  });
  return (
    <SettingsCard title={t('groups.group')} why={t('groups.groupWhy')}>
      <div className={parts.fields}>
        <TextBox {...box('name')} label={t('common.name')} required />
        <TextBox
          {...box('groupId')}
          label={t('common.groupId')}
          help={t('groups.groupIdHelp')}
          maxLength={MAX_GROUP_ID_LENGTH}
          required
          error={refused.groupId ?? (isTaken ? t('errors.duplicated_params_groupId') : undefined)}
        />
      </div>
      <TextBox {...box('description')} label={t('common.description')} kind="multiline" rows={2} />
    </SettingsCard>
  );
}

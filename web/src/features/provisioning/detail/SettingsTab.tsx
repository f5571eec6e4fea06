import { Radio } from '@mantine/core';
import '@mantine/core/styles/InlineInput.layer.css';
import '@mantine/core/styles/Radio.layer.css';
import { fieldTextOf } from '#contract/logs/change-fields.ts';
import { fieldsOfSource } from '#contract/people/users-source.ts';
import { adoptions, deleteBehaviors } from '#contract/provisioning/values.ts';
import { useLanguage, useT } from '../../../i18n/use-t.tsx';
import parts from '../../../ui/form/parts.module.css';
import { ReadOnlyTextBox } from '../../../ui/form/ReadOnlyTextBox.tsx';
import { SettingsCard } from '../../../ui/form/SettingsCard.tsx';
import { TextBox } from '../../../ui/form/TextBox.tsx';
import { AdoptionPreview } from '../adoption/AdoptionPreview.tsx';
import { ExclusionsCard } from '../exclusions/ExclusionsCard.tsx';
import { patternsOf, wrongPattern } from '../exclusions/patterns.ts';
import classes from '../provisioning.module.css';
import type { Source } from '../queries.ts';
import { nameMistake } from '../typed-name.ts';
import { LimitsCard } from './LimitsCard.tsx';
import type { SourceForm } from './use-source-form.ts';

/** All that can be changed of a source, and what it manages. */
export function SettingsTab({ source, form }: { source: Source; form: SourceForm }) {
  const t = useT();
  const { draft, change, nameError } = form;
  const { excludedUsers, excludedGroups } = draft;
  const excludedPatterns = patternsOf(draft.excludedPatterns);
  return (
    <>
      <SettingsCard title={t('provisioning.sourceTitle')} why={t('provisioning.sourceWhy')}>
        <TextBox
          label={t('common.name')}
          required
          value={draft.displayName}
          validate={(value) => nameMistake(t, value)}
          error={nameError}
          onChange={(displayName) => change({ displayName })}
        />
        <ReadOnlyTextBox label={t('provisioning.product')} value={t(`history.source_${source.kind}`)} />
        <ReadOnlyTextBox label={t('provisioning.baseUrl')} value={source.scimUrl} />
      </SettingsCard>
      <SettingsCard title={t('provisioning.adoptTitle')} why={t('provisioning.adoptWhy')}>
        <Radio.Group
          aria-label={t('provisioning.adoptTitle')}
          value={draft.adoption}
          onChange={(next) => change({ adoption: adoptions.find((one) => one === next) ?? draft.adoption })}
        >
          <div className={classes.choices}>
            {adoptions.map((one) => (
              <Radio
                key={one}
                value={one}
                label={t(`history.adoption_${one}`)}
                description={t(`provisioning.adoptHelp_${one}`)}
              />
            ))}
          </div>
        </Radio.Group>
        <p className={parts.note}>{t('provisioning.adoptNot')}</p>
        {draft.adoption === 'never' ? null : (
          <AdoptionPreview
            source={source}
            rule={{ adoption: draft.adoption, excludedUsers, excludedGroups, excludedPatterns }}
            disabled={wrongPattern(excludedPatterns)}
          />
        )}
      </SettingsCard>
      <SettingsCard title={t('provisioning.deleteTitle')} why={t('provisioning.deleteWhy')}>
        <Radio.Group
          aria-label={t('provisioning.deleteTitle')}
          value={draft.deleteBehavior}
          onChange={(next) =>
            change({ deleteBehavior: deleteBehaviors.find((one) => one === next) ?? draft.deleteBehavior })
          }
        >
          <div className={classes.choices}>
            {deleteBehaviors.map((one) => (
              <Radio
                key={one}
                value={one}
                label={t(`history.onDelete_${one}`)}
                description={t(`provisioning.deleteHelp_${one}`)}
              />
            ))}
          </div>
        </Radio.Group>
      </SettingsCard>
      <LimitsCard form={form} />
      <ExclusionsCard source={source} form={form} />
      <SettingsCard title={t('provisioning.ownsTitle')} why={t('provisioning.ownsWhy')}>
        <p>{useManagedFields()}</p>
        <p className={parts.note}>{t('provisioning.ownsNot')}</p>
      </SettingsCard>
    </>
  );
}

/** The fields that a source manages, in words. */
function useManagedFields(): string {
  const t = useT();
  const names = fieldsOfSource.scim.flatMap((field) => {
    const key = fieldTextOf('user', field);
    return key ? [t(key)] : [];
  });
  return new Intl.ListFormat(useLanguage(), { type: 'conjunction' }).format(names);
}

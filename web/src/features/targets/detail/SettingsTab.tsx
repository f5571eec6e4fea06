import { Radio } from '@mantine/core';
import '@mantine/core/styles/InlineInput.layer.css';
import '@mantine/core/styles/Radio.layer.css';
import IconPercentage from '@tabler/icons-react/dist/esm/icons/IconPercentage.mjs';
import {
  fieldsOfAttribute,
  inOrder,
  LEAVING_TARGET_ALWAYS,
  type TargetAttribute,
  type TargetField,
  targetAttributes,
  targetRemovals,
  USUAL_LEAVING_PERCENT,
} from '#contract/provisioning/target-values.ts';
import type { TextKey } from '../../../i18n/keys.ts';
import { useT } from '../../../i18n/use-t.tsx';
import { Dropdown } from '../../../ui/form/Dropdown.tsx';
import { NumberBox } from '../../../ui/form/NumberBox.tsx';
import { SettingRow } from '../../../ui/form/SettingRow.tsx';
import { SettingsCard } from '../../../ui/form/SettingsCard.tsx';
import { TextBox } from '../../../ui/form/TextBox.tsx';
import { AssignmentChoice } from '../AssignmentChoice.tsx';
import classes from '../targets.module.css';
import { addressMistake, nameMistake, tokenMistake } from '../typed.ts';
import type { TargetForm } from './use-target-form.ts';

/** All that can be changed of a target. */
export function SettingsTab({ form }: { form: TargetForm }) {
  const t = useT();
  const { draft, change, nameError, addressError, tokenError } = form;
  return (
    <>
      <SettingsCard title={t('targets.target')} why={t('targets.settingsWhy')}>
        <TextBox
          label={t('common.name')}
          required
          value={draft.name}
          validate={(value) => nameMistake(t, value)}
          error={nameError}
          onChange={(name) => change({ name })}
        />
        <TextBox
          label={t('provisioning.baseUrl')}
          help={t('targets.addressHelp')}
          required
          value={draft.address}
          validate={(value) => addressMistake(t, value)}
          error={addressError}
          onChange={(address) => change({ address })}
        />
        <TextBox
          label={t('targets.newToken')}
          help={t('targets.tokenKept')}
          value={draft.token}
          validate={(value) => tokenMistake(t, value)}
          error={tokenError}
          onChange={(token) => change({ token })}
          type="password"
          autoComplete="off"
        />
      </SettingsCard>
      <SettingsCard title={t('targets.assignment')} why={t('targets.assignmentWhy')}>
        <AssignmentChoice
          value={draft}
          untitled
          onChange={({ assignment, clientId, groups }) => change({ assignment, clientId, groups: [...groups] })}
        />
      </SettingsCard>
      <SettingsCard title={t('targets.removal')} why={t('targets.removalWhy')}>
        <Radio.Group
          aria-label={t('targets.removal')}
          value={draft.onRemoval}
          onChange={(next) => change({ onRemoval: targetRemovals.find((one) => one === next) ?? draft.onRemoval })}
        >
          <div className={classes.choices}>
            {targetRemovals.map((one) => (
              <Radio key={one} value={one} label={t(`history.onRemoval_${one}`)} />
            ))}
          </div>
        </Radio.Group>
      </SettingsCard>
      <SettingsCard title={t('provisioning.limitsTitle')} why={t('provisioning.limitsWhy')}>
        <SettingRow
          icon={IconPercentage}
          name={t('provisioning.limitPercent')}
          consequence={t('provisioning.limitPercentConsequence', { always: LEAVING_TARGET_ALWAYS })}
          checked={draft.maxLeavingPercent !== null}
          onChange={(on) => change({ maxLeavingPercent: on ? USUAL_LEAVING_PERCENT : null })}
        >
          <NumberBox
            label={t('provisioning.limitPercentBox')}
            value={draft.maxLeavingPercent ?? USUAL_LEAVING_PERCENT}
            least={1}
            most={100}
            onChange={(maxLeavingPercent) => change({ maxLeavingPercent })}
          />
        </SettingRow>
      </SettingsCard>
      <Attributes form={form} />
    </>
  );
}

/** The names of what attributes are made of. */
const fieldNames: Readonly<Record<TargetField, TextKey>> = {
  userId: 'common.userId',
  mailAddress: 'common.mailAddress',
  fullName: 'targets.fullName',
  givenName: 'common.givenName',
  familyName: 'common.familyName',
  language: 'common.language',
  timezone: 'common.timezone',
  department: 'common.department',
  location: 'common.location',
};

function Attributes({ form: { draft, change } }: { form: TargetForm }) {
  const t = useT();
  const choicesOf = (attribute: TargetAttribute): { value: TargetField | ''; label: string }[] => [
    ...fieldsOfAttribute[attribute].map((value) => ({ value, label: t(fieldNames[value]) })),
    ...(attribute === 'userName' ? [] : [{ value: '' as const, label: t('targets.notSent') }]),
  ];
  return (
    <SettingsCard title={t('targets.attributes')} why={t('targets.attributesWhy')}>
      {targetAttributes.map((attribute) => (
        <Dropdown<TargetField | ''>
          key={attribute}
          label={attribute}
          value={draft.mapping[attribute] ?? ''}
          choices={choicesOf(attribute)}
          onChange={(field) => {
            const { [attribute]: _, ...others } = draft.mapping;
            change({ mapping: inOrder(field === '' ? others : { ...others, [attribute]: field }) });
          }}
        />
      ))}
    </SettingsCard>
  );
}

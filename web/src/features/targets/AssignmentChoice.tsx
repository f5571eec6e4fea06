import { Radio } from '@mantine/core';
import '@mantine/core/styles/InlineInput.layer.css';
import '@mantine/core/styles/Radio.layer.css';
import { useQuery } from '@tanstack/react-query';
import { MAX_TARGET_GROUPS, type TargetAssignment, targetAssignments } from '#contract/provisioning/target-values.ts';
import { useMe } from '../../base/session-queries.ts';
import { useT } from '../../i18n/use-t.tsx';
import { GroupChoice } from '../../pickers/GroupChoice.tsx';
import { Dropdown } from '../../ui/form/Dropdown.tsx';
import { appChoicesQuery } from './queries.ts';
import classes from './targets.module.css';
import type { Chosen } from './typed.ts';

type Props = {
  value: Chosen;
  /** Its title is above it already. */
  untitled?: boolean;
  onChange: (chosen: Chosen) => void;
};

/** Chooses whose accounts an app has. */
export function AssignmentChoice({ value, untitled = false, onChange }: Props) {
  const t = useT();
  const { assignment } = value;
  const choose = (next: TargetAssignment) =>
    onChange({
      assignment: next,
      clientId: next === 'app' ? value.clientId : null,
      groups: next === 'groups' ? value.groups : [],
    });
  return (
    <Radio.Group
      {...(untitled ? { 'aria-label': t('targets.assignment') } : { label: t('targets.assignment') })}
      value={assignment}
      onChange={(next) => choose(targetAssignments.find((one) => one === next) ?? assignment)}
    >
      <div className={classes.choices}>
        {targetAssignments.map((one) => (
          <Radio key={one} value={one} label={t(`history.assignment_${one}`)} />
        ))}
        {assignment === 'app' ? (
          <AppChoice value={value.clientId} onChange={(clientId) => onChange({ ...value, clientId })} />
        ) : null}
        {assignment === 'groups' ? (
          <GroupChoice
            value={value.groups}
            most={MAX_TARGET_GROUPS}
            addLabel={t('targets.addGroup')}
            removeLabel={(name) => t('targets.removeGroup', { name })}
            onChange={(groups) => onChange({ ...value, groups })}
          />
        ) : null}
      </div>
    </Radio.Group>
  );
}

function AppChoice({ value, onChange }: { value: string | null; onChange: (clientId: string) => void }) {
  const t = useT();
  const { data, isError } = useQuery(appChoicesQuery(useMe().tenantId));
  const choices = (data ?? []).map(({ clientId, name }) => ({ value: clientId, label: name }));
  const isGone = data !== undefined && value !== null && !choices.some((choice) => choice.value === value);
  return (
    <Dropdown
      label={t('targets.app')}
      required
      value={isGone ? null : value}
      choices={choices}
      placeholder={t('targets.chooseApp')}
      error={isError ? t('targets.appsFailed') : isGone ? t('targets.appGone') : undefined}
      onChange={onChange}
    />
  );
}

import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Suspense, useId, useState } from 'react';
import { personName } from '#contract/display.ts';
import {
  isExclusionPattern,
  MAX_EXCLUDED_GROUPS,
  MAX_EXCLUDED_PATTERNS,
  MAX_EXCLUDED_USERS,
  MAX_STARS,
} from '#contract/provisioning/values.ts';
import { useMe } from '../../../base/session-queries.ts';
import { useLanguage, useT } from '../../../i18n/use-t.tsx';
import { AddUsersDialog } from '../../../pickers/dialogs.ts';
import { GroupChoice } from '../../../pickers/GroupChoice.tsx';
import parts from '../../../ui/form/parts.module.css';
import { SettingsCard } from '../../../ui/form/SettingsCard.tsx';
import { TextBox } from '../../../ui/form/TextBox.tsx';
import { ChosenList } from '../../../ui/list/ChosenList.tsx';
import { Person } from '../../../ui/text/Person.tsx';
import type { SourceForm } from '../detail/use-source-form.ts';
import classes from '../provisioning.module.css';
import type { Source } from '../queries.ts';
import { patternsOf, wrongPattern } from './patterns.ts';
import { Preview } from './Preview.tsx';
import { excludesNobody, previewQuery } from './queries.ts';

/** Whom the source never touches, and whom that means before it is saved. */
export function ExclusionsCard({ source, form: { draft, change } }: { source: Source; form: SourceForm }) {
  const t = useT();
  const [users, groups] = [useId(), useId()];
  const { excludedUsers, excludedGroups, excludedPatterns } = draft;
  const patterns = patternsOf(excludedPatterns);
  const removeLabel = (name: string) => t('provisioning.removeOf', { name });
  return (
    <SettingsCard title={t('provisioning.excludeTitle')} why={t('provisioning.excludeWhy')}>
      <section className={classes.excluded} aria-labelledby={users}>
        <h3 id={users}>{t('provisioning.users')}</h3>
        <ChosenUsers source={source} value={excludedUsers} onChange={(next) => change({ excludedUsers: next })} />
      </section>
      <section className={classes.excluded} aria-labelledby={groups}>
        <h3 id={groups}>{t('provisioning.excludeGroups')}</h3>
        <GroupChoice
          value={excludedGroups}
          most={MAX_EXCLUDED_GROUPS}
          addLabel={t('provisioning.excludeAddGroup')}
          removeLabel={removeLabel}
          onChange={(next) => change({ excludedGroups: next })}
        />
      </section>
      <TextBox
        kind="multiline"
        rows={3}
        label={t('provisioning.excludePatterns')}
        help={t('provisioning.excludePatternsHelp')}
        value={excludedPatterns.join('\n')}
        validate={(value) => {
          const lines = patternsOf(value.split('\n'));
          if (lines.length > MAX_EXCLUDED_PATTERNS)
            return t('provisioning.patternsMany', { most: MAX_EXCLUDED_PATTERNS });
          const pattern = lines.find((line) => !isExclusionPattern(line));
          return pattern === undefined ? undefined : t('provisioning.patternWrong', { pattern, most: MAX_STARS });
        }}
        onChange={(value) => change({ excludedPatterns: value.split('\n') })}
      />
      <p className={parts.note}>{t('provisioning.excludeNote')}</p>
      <Preview
        source={source}
        exclusions={{ excludedUsers, excludedGroups, excludedPatterns: patterns }}
        disabled={wrongPattern(patterns)}
      />
    </SettingsCard>
  );
}

type ChosenProps = { source: Source; value: readonly string[]; onChange: (uuids: string[]) => void };

function ChosenUsers({ source, value, onChange }: ChosenProps) {
  const t = useT();
  const language = useLanguage();
  const [adding, setAdding] = useState(false);
  const asked = { ...excludesNobody, excludedUsers: [...value] };
  const query = useQuery({ ...previewQuery(useMe().tenantId, source.uuid, asked), enabled: value.length > 0 });
  const known = new Map(query.data?.results.map((user) => [user.uuid, user]));
  const rows = value.map((id) => {
    const user = known.get(id);
    if (!user) return { id, name: query.isFetching ? '…' : id };
    const name = personName(user, language);
    return { id, name: name || user.userId, content: <Person name={name} userId={user.userId} /> };
  });
  return (
    <>
      <ChosenList
        rows={rows}
        removeLabel={(name) => t('provisioning.removeOf', { name })}
        onRemove={(id) => onChange(value.filter((one) => one !== id))}
      />
      <Button variant="default" disabled={value.length >= MAX_EXCLUDED_USERS} onClick={() => setAdding(true)}>
        {t('provisioning.excludeAddUsers')}
      </Button>
      {adding ? (
        <Suspense>
          <AddUsersDialog
            title={t('provisioning.excludeAddUsers')}
            okLabel={t('common.add')}
            onOk={(chosen) => {
              setAdding(false);
              const all = [...new Set([...value, ...chosen.map(({ uuid }) => uuid)])];
              onChange(all.slice(0, MAX_EXCLUDED_USERS).sort());
            }}
            onCancel={() => setAdding(false)}
          />
        </Suspense>
      ) : null}
    </>
  );
}

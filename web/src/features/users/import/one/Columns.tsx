import { NativeSelect } from '@mantine/core';
import IconChevronDown from '@tabler/icons-react/dist/esm/icons/IconChevronDown.mjs';
import { useQuery } from '@tanstack/react-query';
import type { UserImport, UserImportSample } from '#contract/people/user-imports.ts';
import { becomesOf } from '#contract/people/user-imports-fields.ts';
import { useMe } from '../../../../base/session-queries.ts';
import { tenantSettingsQuery } from '../../../../base/tenant-settings.ts';
import { useT } from '../../../../i18n/use-t.tsx';
import classes from '../../users.module.css';
import { userImportSamplesQuery } from '../queries.ts';
import { columnWords } from '../words.ts';
import { isTwice, type MappingDraft, offeredFields } from './mapping-draft.ts';

type Props = { shown: UserImport; draft: MappingDraft; onChange: (draft: MappingDraft) => void };

/** Each column that has a name, what stands in it, and what it becomes. */
export function Columns({ shown: { importId, columns }, draft, onChange }: Props) {
  const t = useT();
  const { tenantId } = useMe();
  const { data: tenant } = useQuery(tenantSettingsQuery(tenantId));
  const samples = useSamples(tenantId, importId);
  const names = tenant?.userExtensionAttributeProperties;
  const choices = [
    { value: '', label: t('transfer.notImported') },
    ...offeredFields(draft, names).map((field) => ({ value: field, label: columnWords(t, field, names) })),
  ];
  return (
    <ul className={classes.mapping}>
      {columns.filter(Boolean).map((column) => (
        <li key={column}>
          <code>{column}</code>
          <NativeSelect
            classNames={{ root: classes.becomes, description: classes.sample }}
            aria-label={t('transfer.columnBecomes', { column })}
            description={samples(column)}
            inputWrapperOrder={['description', 'input']}
            data={choices}
            rightSection={<IconChevronDown size={16} aria-hidden="true" />}
            value={becomesOf(draft, column) ?? ''}
            error={isTwice(draft, column)}
            onChange={(event) => onChange({ ...draft, [column]: event.currentTarget.value })}
          />
        </li>
      ))}
    </ul>
  );
}

/** What is said of the values of a column. Its place is kept while they are on their way. */
function useSamples(tenantId: string, importId: string): (column: string) => string | undefined {
  const t = useT();
  const mayChange = useMe().permissions.includes('users:write');
  const { data, isLoading } = useQuery({ ...userImportSamplesQuery(tenantId, importId), enabled: mayChange });
  const byColumn = new Map((data ?? []).map((sample) => [sample.column, sample]));
  const words = ({ values, withheld }: UserImportSample) => {
    if (withheld) return t('transfer.samplesWithheld');
    return values.length > 0 ? t('transfer.samples', { values: values.join(' · ') }) : t('transfer.samplesNone');
  };
  return (column) => {
    const sample = byColumn.get(column);
    return sample ? words(sample) : isLoading ? '\u00A0' : undefined;
  };
}

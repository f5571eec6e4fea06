import { ActionIcon, Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import IconPlus from '@tabler/icons-react/dist/esm/icons/IconPlus.mjs';
import IconX from '@tabler/icons-react/dist/esm/icons/IconX.mjs';
import {
  attributeNameFormats,
  attributeSources,
  MAX_ATTRIBUTE_STATEMENTS,
  userAttributeSources,
} from '#contract/apps/saml-idp-values.ts';
import type { AttributeStatement } from '#contract/apps/saml-idp.ts';
import { type ItemNamesOf, itemWords } from '../../../base/history/item-words.ts';
import { useMe } from '../../../base/session-queries.ts';
import { tenantSettingsQuery } from '../../../base/tenant-settings.ts';
import type { Translate } from '../../../i18n/keys.ts';
import { useT } from '../../../i18n/use-t.tsx';
import { Dropdown } from '../../../ui/form/Dropdown.tsx';
import { SettingsCard } from '../../../ui/form/SettingsCard.tsx';
import { TextBox } from '../../../ui/form/TextBox.tsx';
import classes from '../saml-idp.module.css';
import { attributeMistake } from './draft.ts';
import type { SpForm } from './use-sp-form.ts';

const sourceName = (t: Translate, source: string, names: ItemNamesOf): string => {
  const known = userAttributeSources.find((one) => one === source);
  return known ? t(`samlIdp.source_${known}`) : (itemWords(t, source, names) ?? source);
};

/** What the app is told of users: attribute by attribute. */
export function AttributesCard({ form: { draft, change } }: { form: SpForm }) {
  const t = useT();
  const { data } = useQuery(tenantSettingsQuery(useMe().tenantId));
  const names = data?.userExtensionAttributeProperties ?? {};
  const all = draft.attributeStatements;
  const set = (attributeStatements: AttributeStatement[]) => change({ attributeStatements });
  const put = (at: number, part: Partial<AttributeStatement>) =>
    set(all.map((one, place) => (place === at ? { ...one, ...part } : one)));
  const sources = attributeSources.map((value) => ({ value, label: sourceName(t, value, names) }));
  return (
    <SettingsCard title={t('logs.field_attributeStatements')} why={t('samlIdp.attributesWhy')}>
      {all.map((one, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: rows have no names of their own, and only the last is new
        <div key={at} className={classes.attribute}>
          <TextBox
            label={t('samlIdp.attributeName')}
            required
            value={one.name}
            error={one.name === '' ? undefined : attributeMistake(t, draft, at)}
            onChange={(name) => put(at, { name })}
          />
          <Dropdown
            label={t('samlIdp.attributeSource')}
            value={one.source}
            choices={sources}
            onChange={(source) => put(at, { source })}
          />
          <Dropdown
            label={t('samlIdp.attributeFormat')}
            value={one.nameFormat}
            choices={attributeNameFormats.map((value) => ({ value, label: t(`samlIdp.nameFormat_${value}`) }))}
            onChange={(nameFormat) => put(at, { nameFormat })}
          />
          <ActionIcon
            variant="subtle"
            color="gray"
            aria-label={t('samlIdp.attributeRemove', { number: at + 1 })}
            onClick={() => set(all.filter((_, place) => place !== at))}
          >
            <IconX size={18} aria-hidden="true" />
          </ActionIcon>
        </div>
      ))}
      <div>
        <Button
          variant="default"
          leftSection={<IconPlus size={16} aria-hidden="true" />}
          disabled={all.length >= MAX_ATTRIBUTE_STATEMENTS}
          onClick={() => set([...all, { name: '', nameFormat: 'unspecified', source: 'userId' }])}
        >
          {t('samlIdp.attributeAdd')}
        </Button>
      </div>
    </SettingsCard>
  );
}

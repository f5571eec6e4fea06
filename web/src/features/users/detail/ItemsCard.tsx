import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { EXTENSION_ATTRIBUTES, MAX_EXTENSION_ATTRIBUTE_LENGTH } from '#contract/limits.ts';
import { Loaded } from '../../../base/Loaded.tsx';
import { paths } from '../../../base/paths.ts';
import { useMe } from '../../../base/session-queries.ts';
import { useLanguage, useT } from '../../../i18n/use-t.tsx';
import { SettingsCard } from '../../../ui/form/SettingsCard.tsx';
import { TextBox } from '../../../ui/form/TextBox.tsx';
import { tenantSettingsQuery } from '../../../base/tenant-settings.ts';
import parts from '../../../ui/form/parts.module.css';
import { isItem, itemMistake } from './draft.ts';
import { type ItemNamesOf, itemWords } from '../../../base/history/item-words.ts';
import { type FormProps, isOwnField } from './profile-form.tsx';

/** The tenant's own items: those with a name, and those that hold something although nobody named them. */
export function ItemsCard(form: FormProps) {
  const t = useT();
  const query = useQuery(tenantSettingsQuery(form.user.tenantId));
  return (
    <Loaded query={query} height={160} failedTitle={t('users.itemNames.failedTitle')}>
      {({ userExtensionAttributeProperties }) => <Items {...form} names={userExtensionAttributeProperties} />}
    </Loaded>
  );
}

function Items({ draft, change, names, ...form }: FormProps & { names: ItemNamesOf }) {
  const t = useT();
  const number = new Intl.NumberFormat(useLanguage());
  const me = useMe();
  const shown = EXTENSION_ATTRIBUTES.filter(isItem).filter(
    (item) => names[item] || form.user.extensionAttributes[item],
  );
  const mayName = me.permissions.includes('tenant:write');
  return (
    <SettingsCard title={t('users.items')} why={t('users.itemsWhy')}>
      {shown.length === 0 ? <p className={parts.note}>{t('users.itemsNone')}</p> : null}
      <div className={parts.fields}>
        {shown.map((item) => (
          <TextBox
            key={item}
            label={itemWords(t, item, names) ?? item}
            value={draft[item] ?? ''}
            onChange={(value) => change({ [item]: value })}
            validate={(text) =>
              itemMistake(text) && t('users.mistake_tooLong', { most: number.format(MAX_EXTENSION_ATTRIBUTE_LENGTH) })
            }
            disabled={!isOwnField(form, 'extensionAttributes')}
            autoComplete="off"
          />
        ))}
      </div>
      {mayName ? (
        <p className={parts.note}>
          <Link to={paths.tenant('custom-settings')}>{t('users.itemsToNames')}</Link>
        </p>
      ) : null}
    </SettingsCard>
  );
}

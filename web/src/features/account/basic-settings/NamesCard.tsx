import { isFamilyNameFirst } from '#contract/display.ts';
import { useLanguage, useT } from '../../../i18n/use-t.tsx';
import { SettingsCard } from '../../../ui/form/SettingsCard.tsx';
import { TextBox } from '../../../ui/form/TextBox.tsx';
import parts from '../../../ui/form/parts.module.css';
import { type CardProps, nameMistake } from './draft.ts';

/** Names, in the order of the reader's language (spec section 3, "Display name"). */
export function NamesCard({ me, draft, change, mistakes }: CardProps) {
  const t = useT();
  const isOwn = me.source === 'local';
  const order = isFamilyNameFirst(useLanguage())
    ? (['familyName', 'givenName'] as const)
    : (['givenName', 'familyName'] as const);
  const mistake = (value: string) => {
    const found = nameMistake(value);
    return found && t(`account.basic.name_${found}`);
  };
  return (
    <SettingsCard title={t('account.basic.names')} why={t('account.basic.namesWhy')}>
      {isOwn ? null : <p className={parts.note}>{t('account.basic.keptElsewhere')}</p>}
      <div className={parts.fields}>
        {order.map((field) => (
          <TextBox
            key={field}
            label={t(`common.${field}`)}
            value={draft[field]}
            onChange={(value) => change({ type: 'set', field, value })}
            validate={mistake}
            error={mistakes[field]}
            disabled={!isOwn}
            autoComplete={field === 'familyName' ? 'family-name' : 'given-name'}
          />
        ))}
      </div>
    </SettingsCard>
  );
}

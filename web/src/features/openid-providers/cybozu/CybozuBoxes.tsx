import { useT } from '../../../i18n/use-t.tsx';
import { TextBox } from '../../../ui/form/TextBox.tsx';
import { recordAppMistake, subdomainMistake } from '../input.ts';

type Values = { subdomain: string; recordApp: string };
type Props = {
  draft: Values;
  error: (field: keyof Values) => string | undefined;
  onChange: (part: Partial<Values>) => void;
};

/** What only cybozu.com has: where the customer is there, and the app whose records say who signs in. */
export function CybozuBoxes({ draft, error, onChange }: Props) {
  const t = useT();
  return (
    <>
      <TextBox
        label={t('logs.field_subdomain')}
        help={t('openid.subdomainHelp')}
        required
        value={draft.subdomain}
        validate={(value) => subdomainMistake(t, value)}
        error={error('subdomain')}
        onChange={(subdomain) => onChange({ subdomain })}
      />
      <TextBox
        label={t('logs.field_recordApp')}
        help={t('openid.recordAppHelp')}
        required
        value={draft.recordApp}
        validate={(value) => recordAppMistake(t, value)}
        error={error('recordApp')}
        onChange={(recordApp) => onChange({ recordApp })}
      />
    </>
  );
}

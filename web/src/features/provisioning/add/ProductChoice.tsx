import { Radio } from '@mantine/core';
import '@mantine/core/styles/InlineInput.layer.css';
import '@mantine/core/styles/Radio.layer.css';
import { type SourceKind, sourceKinds } from '#contract/provisioning/values.ts';
import { useT } from '../../../i18n/use-t.tsx';
import classes from '../provisioning.module.css';

type Props = { value: SourceKind; disabled: boolean; onChange: (kind: SourceKind) => void };

export function ProductChoice({ value, disabled, onChange }: Props) {
  const t = useT();
  return (
    <Radio.Group
      label={t('provisioning.product')}
      value={value}
      onChange={(next) => onChange(sourceKinds.find((kind) => kind === next) ?? value)}
    >
      <div className={classes.choices}>
        {sourceKinds.map((kind) => (
          <Radio
            key={kind}
            value={kind}
            disabled={disabled}
            label={t(`history.source_${kind}`)}
            description={t(`provisioning.product_${kind}`)}
            data-autofocus={kind === value ? true : undefined}
          />
        ))}
      </div>
    </Radio.Group>
  );
}

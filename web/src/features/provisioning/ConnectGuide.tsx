import type { SourceKind } from '#contract/provisioning/values.ts';
import { useT } from '../../i18n/use-t.tsx';
import classes from './provisioning.module.css';

const steps = {
  aad: ['guide_aad_1', 'guide_aad_2', 'guide_aad_3', 'guide_aad_4', 'guide_aad_5'],
  okta: ['guide_okta_1', 'guide_okta_2', 'guide_okta_3', 'guide_okta_4', 'guide_okta_5'],
  custom: ['guide_custom_1', 'guide_custom_2', 'guide_custom_3', 'guide_custom_4'],
} as const satisfies Record<SourceKind, readonly string[]>;

/** What is done in the directory, step by step. */
export function ConnectGuide({ kind }: { kind: SourceKind }) {
  const t = useT();
  return (
    <section className={classes.guide}>
      <h3>{t('provisioning.guideTitle', { product: t(`history.source_${kind}`) })}</h3>
      <ol>
        {steps[kind].map((step) => (
          <li key={step}>{t(`provisioning.${step}`)}</li>
        ))}
      </ol>
    </section>
  );
}

import { useT } from '../../../i18n/use-t.tsx';
import { Steps } from '../../../ui/job/Steps.tsx';

/** How a source is set up: the first two steps in the dialog that adds it, the others on its page. */
const setupSteps = ['name', 'connect', 'test', 'switchOn'] as const;

export function SetupSteps({ at }: { at: (typeof setupSteps)[number] }) {
  const t = useT();
  return (
    <Steps
      label={t('provisioning.steps')}
      steps={setupSteps.map((step) => t(`provisioning.step_${step}`))}
      at={setupSteps.indexOf(at)}
    />
  );
}

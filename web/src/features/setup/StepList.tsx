import { Button } from '@mantine/core';
import IconCheck from '@tabler/icons-react/dist/esm/icons/IconCheck.mjs';
import { useNavigate } from '@tanstack/react-router';
import { useT } from '../../i18n/use-t.tsx';
import { StatusBadge } from '../../ui/text/StatusBadge.tsx';
import classes from './setup.module.css';
import { type OfferedStep, offeredSteps, type SetupStep } from './steps.ts';

/** The steps in their order; the first that is not done stands out. */
export function StepList({ steps }: { steps: readonly SetupStep[] }) {
  const t = useT();
  const offered = offeredSteps(steps);
  const done = offered.filter((step) => step.done).length;
  const next = offered.find((step) => !step.done);
  const progress = next ? t('setup.progress', { done, count: offered.length }) : t('setup.allDone');
  return (
    <>
      <div className={classes.progress}>
        <p id="setup-progress">{progress}</p>
        <progress aria-labelledby="setup-progress" value={done} max={offered.length} />
      </div>
      <ol className={classes.steps}>
        {offered.map((step, place) => (
          <Step key={step.id} step={step} place={place + 1} isNext={step === next} />
        ))}
      </ol>
    </>
  );
}

function Step({ step, place, isNext }: { step: OfferedStep; place: number; isNext: boolean }) {
  const t = useT();
  const navigate = useNavigate();
  const { id, done, href } = step;
  return (
    <li className={classes.step} data-done={done || undefined} aria-current={isNext ? 'step' : undefined}>
      <span className={classes.mark} aria-hidden="true">
        {done ? <IconCheck size={18} stroke={2.5} /> : place}
      </span>
      <div className={classes.words}>
        <h2>{t(`setup.step_${id}`)}</h2>
        <p>{t(`setup.why_${id}`)}</p>
      </div>
      <div className={classes.end}>
        <StatusBadge tone={done ? 'good' : 'neutral'}>{t(done ? 'setup.done' : 'setup.open')}</StatusBadge>
        <Button
          component="a"
          href={href}
          variant={isNext ? 'filled' : 'default'}
          onClick={(event) => {
            if (event.ctrlKey || event.metaKey || event.shiftKey) return;
            event.preventDefault();
            void navigate({ href });
          }}
        >
          {t(done ? 'setup.look' : 'setup.start')}
          <span className="visually-hidden"> {t('setup.goTo', { step: t(`setup.step_${id}`) })}</span>
        </Button>
      </div>
    </li>
  );
}

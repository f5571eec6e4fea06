import IconCheck from '@tabler/icons-react/dist/esm/icons/IconCheck.mjs';
import classes from './Steps.module.css';

/** Where one is on a way of several steps. */
export function Steps({ label, steps, at }: { label: string; steps: readonly string[]; at: number }) {
  return (
    <nav aria-label={label}>
      <ol className={classes.steps}>
        {steps.map((step, place) => (
          <li key={step} aria-current={place === at ? 'step' : undefined} data-done={place < at || undefined}>
            <span aria-hidden="true">{place < at ? <IconCheck size={14} stroke={2.5} /> : place + 1}</span>
            {step}
          </li>
        ))}
      </ol>
    </nav>
  );
}

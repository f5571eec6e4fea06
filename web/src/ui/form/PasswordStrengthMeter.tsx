import { strengthLevel, type StrengthScore } from '#contract/password.ts';
import { useT } from '../../i18n/use-t.tsx';
import classes from './password.module.css';

/** How hard a password is to guess: low, medium or high (spec section 4). The page works the score out. */
export function PasswordStrengthMeter({ score }: { score: StrengthScore }) {
  const t = useT();
  const level = strengthLevel(score);
  const word = level === 'none' ? '' : t(`common.strength.${level}`);
  return (
    <div className={classes.meter} data-level={level}>
      {/* biome-ignore lint/a11y/useSemanticElements: <meter> cannot be coloured by level in every browser */}
      <div
        className={classes.bars}
        role="meter"
        aria-label={t('ui.strength')}
        aria-valuemin={0}
        aria-valuemax={5}
        aria-valuenow={score}
        aria-valuetext={word}
      >
        {[1, 2, 3, 4, 5].map((bar) => (
          <span key={bar} data-on={bar <= score || undefined} />
        ))}
      </div>
      <span className={classes.word} aria-live="polite">
        {word}
      </span>
    </div>
  );
}

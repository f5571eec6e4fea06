import { useLanguage } from '../../i18n/use-t.tsx';
import classes from './CountCards.module.css';
import type { Tone } from './StatusBadge.tsx';

export type CountCard<Id extends string> = { id: Id; label: string; count: number; tone: Tone };

type Props<Id extends string> = {
  label: string;
  cards: readonly CountCard<Id>[];
  /** The card the list below is cut down to. */
  chosen: Id | undefined;
  /** Undefined: the chosen card was pressed again. */
  onChoose: (id: Id | undefined) => void;
};

/** How many there are of each kind; pressing one cuts the list below down to it. */
export function CountCards<Id extends string>({ label, cards, chosen, onChoose }: Props<Id>) {
  const number = new Intl.NumberFormat(useLanguage());
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would bring a border and a place in forms
    <div className={classes.cards} role="group" aria-label={label}>
      {cards.map(({ id, label: name, count, tone }) => (
        <button
          key={id}
          type="button"
          aria-pressed={id === chosen}
          disabled={count === 0 && id !== chosen}
          data-tone={count > 0 ? tone : undefined}
          onClick={() => onChoose(id === chosen ? undefined : id)}
        >
          <span className={classes.count}>{number.format(count)}</span>
          <span className={classes.name}>{name}</span>
        </button>
      ))}
    </div>
  );
}

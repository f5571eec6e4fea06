import { TextInput } from '@mantine/core';
import IconSearch from '@tabler/icons-react/dist/esm/icons/IconSearch.mjs';
import { useEffect, useId, useRef, useState, type KeyboardEvent } from 'react';
import { useT } from '../../i18n/use-t.tsx';
import classes from './FilteredList.module.css';

export type FilteredThing = { id: string; label: string; note?: string };

export type FilteredListProps = {
  label: string;
  placeholder: string;
  keyword: string;
  onKeyword: (keyword: string) => void;
  /** What matches the keyword. */
  things: readonly FilteredThing[];
  /** The one chosen before; the list opens at it. */
  chosen?: string | null;
  onChoose: (id: string) => void;
};

/** A search box over a list: typing narrows, arrow keys walk, Enter chooses (ARIA combobox pattern). */
export function FilteredList({ label, placeholder, keyword, onKeyword, things, chosen, onChoose }: FilteredListProps) {
  const t = useT();
  const listId = useId();
  const list = useRef<HTMLDivElement>(null);
  const [place, setPlace] = useState(() =>
    Math.max(
      0,
      things.findIndex(({ id }) => id === chosen),
    ),
  );
  useEffect(() => {
    list.current?.children[place]?.scrollIntoView({ block: 'nearest' });
  }, [place]);
  const press = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return;
    const thing = things[place];
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step && things.length > 0) setPlace((place + step + things.length) % things.length);
    else if (event.key === 'Enter' && thing) onChoose(thing.id);
    else return;
    event.preventDefault();
  };
  return (
    <>
      <TextInput
        variant="unstyled"
        size="md"
        className={classes.input}
        leftSection={<IconSearch size={18} aria-hidden="true" />}
        role="combobox"
        aria-label={label}
        aria-expanded={things.length > 0}
        aria-controls={listId}
        aria-activedescendant={things[place] ? `${listId}-${place}` : undefined}
        placeholder={placeholder}
        autoComplete="off"
        value={keyword}
        onChange={(event) => {
          onKeyword(event.currentTarget.value);
          setPlace(0);
        }}
        onKeyDown={press}
        // Only now is a dialog's list in sight, and can be moved to the one chosen before.
        onFocus={() => list.current?.children[place]?.scrollIntoView({ block: 'center' })}
        data-autofocus
      />
      <div
        ref={list}
        id={listId}
        role="listbox"
        aria-label={label}
        className={classes.things}
        hidden={things.length === 0}
      >
        {things.map(({ id, label: name, note }, index) => (
          <button
            type="button"
            key={id}
            id={`${listId}-${index}`}
            role="option"
            tabIndex={-1}
            aria-selected={index === place}
            onClick={() => onChoose(id)}
          >
            <span>{name}</span>
            {note ? <small>{note}</small> : null}
          </button>
        ))}
      </div>
      <p role="status" className={things.length > 0 ? 'visually-hidden' : classes.none}>
        {things.length > 0 ? t('ui.results', { count: things.length }) : t('ui.noChoice')}
      </p>
    </>
  );
}

import type { ReactNode } from 'react';
import { DebouncedText } from './DebouncedText.tsx';
import { MoreFilters } from './MoreFilters.tsx';
import { SearchBox } from './SearchBox.tsx';

type Texts<Field extends string> = { readonly [One in Field | 'keyword']?: string | undefined };

type Props<Field extends string> = {
  /** What the keyword searches, said to screen readers. */
  label: string;
  /** The texts that can be searched for, by their names; those without a length stay away. */
  labels: Readonly<Record<Field, string>>;
  most: { readonly [One in NoInfer<Field> | 'keyword']?: number };
  search: Texts<NoInfer<Field>>;
  /** Of one text; an empty one is undefined. */
  onChange: (change: Texts<NoInfer<Field>>) => void;
  /** Of the button, and how many of the filters behind it are set. */
  more: string;
  count: number;
  /** Beside the keyword. */
  beside?: ReactNode;
  /** The other filters behind "more". */
  children: ReactNode;
};

/** The keyword of a list, and behind "more" a box for each text and the other filters. */
export function SearchFilters<Field extends string>(props: Props<Field>) {
  const { label, labels, most, search, onChange, more, count, beside, children } = props;
  const change = (field: Field | 'keyword') => (text: string) =>
    onChange({ [field]: text || undefined } as Texts<Field>);
  const fields = (Object.keys(labels) as Field[]).filter((field) => most[field] !== undefined);
  return (
    <>
      <SearchBox
        label={label}
        value={search.keyword ?? ''}
        maxLength={most.keyword ?? 0}
        onSearch={change('keyword')}
      />
      {beside}
      <MoreFilters count={count} label={more}>
        {fields.map((field) => (
          <DebouncedText
            key={field}
            label={labels[field]}
            value={search[field] ?? ''}
            maxLength={most[field] ?? 0}
            onSearch={change(field)}
          />
        ))}
        {children}
      </MoreFilters>
    </>
  );
}

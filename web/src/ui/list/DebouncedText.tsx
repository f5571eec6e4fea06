import { TextInput } from '@mantine/core';
import { tidyText } from '../form/text-rules.ts';
import { useTypedSearch } from './use-typed-search.ts';

type Props = {
  label: string;
  value: string;
  maxLength: number;
  numeric?: boolean;
  /** The mistake in a text, as a sentence: it stands at the box, and the text is not searched for. */
  mistakeIn?: (text: string) => string | undefined;
  /** Called 250 ms after the last key, at once on Enter. */
  onSearch: (value: string) => void;
};

/** A box of the filters: it searches while one types, and follows the address when that changes by other means. */
export function DebouncedText({ label, value, maxLength, numeric = false, mistakeIn, onSearch }: Props) {
  const { text, type, searchNow } = useTypedSearch(value, onSearch, (wanted) => mistakeIn?.(wanted) !== undefined);
  return (
    <TextInput
      label={label}
      value={text}
      maxLength={maxLength}
      autoComplete="off"
      inputMode={numeric ? 'numeric' : undefined}
      error={mistakeIn?.(text)}
      onChange={(event) => {
        const next = numeric ? tidyText(event.currentTarget.value, 'numeric', 'key') : event.currentTarget.value;
        type(next);
      }}
      onKeyDown={(event) => {
        if (!event.nativeEvent.isComposing && event.key === 'Enter') searchNow();
      }}
    />
  );
}

import { ActionIcon, TextInput } from '@mantine/core';
import IconSearch from '@tabler/icons-react/dist/esm/icons/IconSearch.mjs';
import IconX from '@tabler/icons-react/dist/esm/icons/IconX.mjs';
import { useT } from '../../i18n/use-t.tsx';
import classes from './SearchBox.module.css';
import { useTypedSearch } from './use-typed-search.ts';

export type SearchBoxProps = {
  /** What it searches, said to screen readers: "Search users". */
  label: string;
  placeholder?: string;
  value: string;
  /** Called 250 ms after the last key, at once on Enter and on clearing, with the keyword trimmed. */
  onSearch: (keyword: string) => void;
  maxLength?: number;
  /** Gets the focus when its dialog opens. */
  'data-autofocus'?: boolean;
};

/** Searches while one types; Escape or the cross clears. */
export function SearchBox({ label, placeholder, value, onSearch, maxLength = 128, ...rest }: SearchBoxProps) {
  const t = useT();
  const { text, type, searchNow } = useTypedSearch(value, onSearch);
  const clear = (
    <ActionIcon
      variant="subtle"
      color="gray"
      aria-label={t('ui.clearSearch')}
      title={t('ui.clearSearch')}
      onClick={() => type('', 'now')}
    >
      <IconX size={16} />
    </ActionIcon>
  );
  return (
    <search className={classes.search}>
      <TextInput
        {...rest}
        type="search"
        aria-label={label}
        placeholder={placeholder ?? label}
        value={text}
        maxLength={maxLength}
        autoComplete="off"
        leftSection={<IconSearch size={16} aria-hidden="true" />}
        rightSection={text === '' ? null : clear}
        onChange={(event) => type(event.currentTarget.value)}
        onKeyDown={(event) => {
          if (event.nativeEvent.isComposing) return;
          if (event.key === 'Enter') searchNow();
          else if (event.key === 'Escape' && text !== '') type('', 'now');
          else return;
          // In a dialog, Enter would press OK and Escape close it.
          event.preventDefault();
        }}
      />
    </search>
  );
}

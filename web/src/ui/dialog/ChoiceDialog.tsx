import { useState } from 'react';
import { useT } from '../../i18n/use-t.tsx';
import { DialogBox } from './DialogBox.tsx';
import { FilteredList } from '../list/FilteredList.tsx';
import classes from './ModalDialog.module.css';

export type ChoiceDialogProps = {
  label: string;
  value: string | null;
  choices: readonly { value: string; label: string }[];
  onChoose: (value: string) => void;
  onCancel: () => void;
};

/** One of many, found by typing a part of it. */
export default function ChoiceDialog({ label, value, choices, onChoose, onCancel }: ChoiceDialogProps) {
  const t = useT();
  const [keyword, setKeyword] = useState('');
  const wanted = keyword.trim().toLocaleLowerCase().replaceAll(' ', '_');
  const plain = keyword.trim().toLocaleLowerCase();
  const matches = choices.filter(({ label: name }) => {
    const folded = name.toLocaleLowerCase();
    return folded.includes(plain) || folded.includes(wanted);
  });
  return (
    <DialogBox opened onClose={onCancel} dismissable label={label} className={classes.dialog} width={440}>
      <FilteredList
        label={label}
        placeholder={t('common.search')}
        keyword={keyword}
        onKeyword={setKeyword}
        things={matches.map(({ value: id, label: name }) => ({ id, label: name }))}
        chosen={value}
        onChoose={onChoose}
      />
    </DialogBox>
  );
}

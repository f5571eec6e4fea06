import { useState } from 'react';
import { useT } from '../../i18n/use-t.tsx';
import { DialogBox } from '../../ui/dialog/DialogBox.tsx';
import { FilteredList } from '../../ui/list/FilteredList.tsx';
import dialog from '../../ui/dialog/ModalDialog.module.css';
import type { NavigationEntry } from '../../base/navigation.ts';
import type { FoundThing, FrameProps } from '../layout/frame-types.ts';
import classes from '../layout/Frame.module.css';
import { useFoundThings } from './use-found-things.ts';

export type CommandPaletteProps = {
  entries: readonly NavigationEntry[];
  onNavigate: (path: string) => void;
  search: FrameProps['search'];
  opened: boolean;
  onClose: () => void;
};

/** Finds pages by their name, and whatever else the page can search. Arrow keys choose, Enter goes. */
export default function CommandPalette({ entries, onNavigate, search, opened, onClose }: CommandPaletteProps) {
  const t = useT();
  const [keyword, setKeyword] = useState('');
  const pages: FoundThing[] = entries.map(({ path, label }) => ({ path, label: t(label), kind: t('ui.page') }));
  const things = useFoundThings(keyword, pages, search);
  const close = () => {
    onClose();
    setKeyword('');
  };
  return (
    <DialogBox
      opened={opened}
      onClose={close}
      dismissable
      label={t('ui.goTo')}
      className={`${dialog.dialog} ${classes.commandPalette}`}
      width={560}
    >
      <FilteredList
        label={t('ui.goTo')}
        placeholder={t(search ? 'ui.goToHintAll' : 'ui.goToHint')}
        keyword={keyword}
        onKeyword={setKeyword}
        things={things.map(({ path, label, kind }) => ({ id: path, label, note: kind }))}
        onChoose={(path) => {
          close();
          onNavigate(path);
        }}
      />
    </DialogBox>
  );
}

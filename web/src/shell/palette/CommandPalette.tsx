import { useEffect, useLayoutEffect, useMemo, useState } from 'react';
import { type Caller, maySee } from '../../base/navigation.ts';
import { addressOf, type PaletteEntry, paletteEntries } from '../../base/palette-entries.ts';
import { type Area, splitKey, type Translate } from '../../i18n/keys.ts';
import { bootAreas, loadAreas } from '../../i18n/texts.ts';
import { useT } from '../../i18n/use-t.tsx';
import { DialogBox } from '../../ui/dialog/DialogBox.tsx';
import dialog from '../../ui/dialog/ModalDialog.module.css';
import { FilteredList } from '../../ui/list/FilteredList.tsx';
import type { FoundThing, FrameProps } from '../layout/frame-types.ts';
import classes from '../layout/Frame.module.css';
import { ranked } from './rank.ts';
import { noteRecent, recentThings } from './recent.ts';
import { useFoundGuides } from './use-found-guides.ts';
import { useFoundThings } from './use-found-things.ts';

export type CommandPaletteProps = {
  caller: Caller;
  /** Whose recent ones are shown. */
  account: string;
  onNavigate: (path: string) => void;
  search: FrameProps['search'];
  guides: FrameProps['guides'];
  opened: boolean;
  onClose: () => void;
  /** What was typed before the palette was there; empty at the second call. */
  takeTyped: () => string;
};

/** As many entries of the table are shown as fit above the users, groups and devices that are found. */
const MOST = 12;

/** A setting and the act that changes it have the same address. */
const idOf = ({ path, label }: FoundThing) => `${path} ${label}`;

const areaOf = (entry: PaletteEntry) => splitKey(entry.label)[0] as Area;

/** The areas whose texts are there: a text that cannot be had hides its entries and no others. */
function useLoadedAreas(entries: readonly PaletteEntry[]): ReadonlySet<Area> {
  const [loaded, setLoaded] = useState<ReadonlySet<Area>>(() => new Set<Area>([...bootAreas, 'palette']));
  useEffect(() => {
    let gone = false;
    for (const area of new Set(entries.map(areaOf)))
      loadAreas(area).then(
        () => gone || setLoaded((before) => new Set([...before, area])),
        () => undefined,
      );
    return () => {
      gone = true;
    };
  }, [entries]);
  return loaded;
}

const words = (text: string) => text.split(/\s*[,、]\s*/);

type Listed = FoundThing & { keywords: readonly string[]; note: string; entry: PaletteEntry };

function listed(t: Translate, entry: PaletteEntry): Listed {
  const { kind, label, keywords, of } = entry;
  const note = of ? t(of) : '';
  const kinds = {
    page: note ? t('palette.kindPageIn', { area: note }) : t('palette.kindPage'),
    setting: t('palette.kindSetting', { page: note }),
    act: t('palette.kindAct'),
  };
  return {
    path: addressOf(entry),
    label: t(label),
    kind: kinds[kind],
    keywords: keywords ? words(t(keywords)) : [],
    note,
    entry,
  };
}

/** Finds pages, settings and acts by their names and synonyms, and users, groups and devices. Arrow keys walk, Enter goes. */
export default function CommandPalette(props: CommandPaletteProps) {
  const { caller, account, onNavigate, search, guides: guidesOf, opened, onClose, takeTyped } = props;
  const t = useT();
  const [keyword, setKeyword] = useState('');
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when it has come
  useLayoutEffect(() => setKeyword((before) => before + takeTyped()), []);
  const entries = useMemo(() => paletteEntries.filter((entry) => maySee(caller, entry)), [caller]);
  const loaded = useLoadedAreas(entries);
  const all = useMemo(
    () => entries.filter((entry) => loaded.has(areaOf(entry))).map((entry) => listed(t, entry)),
    [entries, loaded, t],
  );
  const guides = useFoundGuides(guidesOf, keyword);
  const matching = useMemo(() => [...ranked(all, keyword).slice(0, MOST), ...guides], [all, keyword, guides]);
  const found = useFoundThings(keyword, matching, search);
  const things = keyword.trim() === '' ? atFirst(t, account, all) : found;
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
      width={600}
    >
      <FilteredList
        label={t('ui.goTo')}
        placeholder={t(search ? 'ui.goToHintAll' : 'ui.goToHint')}
        keyword={keyword}
        onKeyword={setKeyword}
        things={things.map((thing) => ({ id: idOf(thing), label: thing.label, note: thing.kind }))}
        onChoose={(id) => {
          const chosen = things.find((thing) => idOf(thing) === id);
          if (!chosen) return;
          noteRecent(account, chosen);
          close();
          onNavigate(chosen.path);
        }}
      />
    </DialogBox>
  );
}

/** While nothing is typed: what was opened last and may still be opened, then the pages. */
function atFirst(t: Translate, account: string, all: readonly Listed[]): FoundThing[] {
  const inTable = new Set(paletteEntries.map(addressOf));
  const open = new Set(all.map(({ path }) => path));
  const recent = recentThings(account)
    .filter(({ path }) => open.has(path) || !inTable.has(path))
    .map((thing) => ({ ...thing, kind: t('palette.recent') }));
  const shown = new Set(recent.map(({ path }) => path));
  return [...recent, ...all.filter(({ entry, path }) => entry.kind === 'page' && !shown.has(path))];
}

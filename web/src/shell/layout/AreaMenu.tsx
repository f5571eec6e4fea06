import IconChevronDown from '@tabler/icons-react/dist/esm/icons/IconChevronDown.mjs';
import { type NavArea, pathOf, placeAt } from '../../base/navigation.ts';
import { useT } from '../../i18n/use-t.tsx';
import { PopoverButton, PopoverItem } from '../../ui/dialog/PopoverButton.tsx';
import classes from './Frame.module.css';

type Props = { areas: readonly NavArea[]; at: string; onNavigate: (path: string) => void };

/** In a narrow window, where the side navigation is in a drawer: the other pages of the area, on its pages themselves. */
export function AreaMenu({ areas, at, onNavigate }: Props) {
  const t = useT();
  const place = placeAt(at, areas);
  if (!place || place.area.pages.length < 2 || place.part.path !== at) return null;
  const label = t('ui.areaPages', { area: t(place.area.label) });
  return (
    <PopoverButton
      label={label}
      target={(properties) => (
        <button {...properties} type="button" className={classes.areaMenu} title={label}>
          {t(place.area.label)}
          <IconChevronDown size={16} aria-hidden="true" />
        </button>
      )}
    >
      {place.area.pages.map((page) => (
        <PopoverItem key={pathOf(page)} current={page === place.page} onClick={() => onNavigate(pathOf(page))}>
          {t(page.label)}
        </PopoverItem>
      ))}
    </PopoverButton>
  );
}

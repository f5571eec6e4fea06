import IconChevronDown from '@tabler/icons-react/dist/esm/icons/IconChevronDown.mjs';
import { type MouseEvent, useId, useState } from 'react';
import { type NavArea, type NavPage, type Place, pathOf, placeAt } from '../../base/navigation.ts';
import { useT } from '../../i18n/use-t.tsx';
import classes from './SideNavigation.module.css';

export type SideNavigationProps = {
  areas: readonly NavArea[];
  at: string;
  onNavigate: (path: string) => void;
  /** In a drawer, which closes when a page is opened: areas unfold without being opened. */
  folding?: boolean;
};

/** The areas there are for this caller, those of administrators beneath a head; the open one unfolds its pages. */
export function SideNavigation({ areas, at, ...more }: SideNavigationProps) {
  const t = useT();
  const headId = useId();
  const here = placeAt(at, areas);
  const own = areas.filter(({ admin }) => !admin);
  const administration = areas.filter(({ admin }) => admin);
  const list = (some: readonly NavArea[], labelledBy?: string) => (
    <ul aria-labelledby={labelledBy}>
      {some.map((area) => (
        <Area key={area.id} area={area} here={here} {...more} />
      ))}
    </ul>
  );
  return (
    <nav className={classes.navigation} aria-label={t('ui.navigation')}>
      {own.length > 0 ? list(own) : null}
      {administration.length > 0 ? (
        <>
          <p id={headId} className={classes.head}>
            {t('ui.administration')}
          </p>
          {list(administration, headId)}
        </>
      ) : null}
    </nav>
  );
}

type AreaProps = Pick<SideNavigationProps, 'onNavigate' | 'folding'> & { area: NavArea; here: Place | undefined };

function Area({ area, here, onNavigate, folding }: AreaProps) {
  const t = useT();
  const isOpen = here?.area.id === area.id;
  const [unfolded, setUnfolded] = useState(isOpen);
  const [first, ...others] = area.pages;
  const words = (
    <>
      <area.icon size={18} stroke={1.75} aria-hidden="true" />
      <span>{t(area.label)}</span>
    </>
  );
  const pages = (
    <ul className={classes.pages}>
      {area.pages.map((page) => (
        <li key={pathOf(page)}>
          <PageLink page={page} isOpen={isOpen && pathOf(here.page) === pathOf(page)} onNavigate={onNavigate}>
            {t(page.label)}
          </PageLink>
        </li>
      ))}
    </ul>
  );
  if (others.length === 0)
    return (
      <li>
        <PageLink page={first} isOpen={isOpen} onNavigate={onNavigate}>
          {words}
        </PageLink>
      </li>
    );
  if (folding)
    return (
      <li>
        <button type="button" aria-expanded={unfolded} onClick={() => setUnfolded(!unfolded)}>
          {words}
          <IconChevronDown className={classes.chevron} size={16} aria-hidden="true" />
        </button>
        {unfolded ? pages : null}
      </li>
    );
  return (
    <li data-open={isOpen || undefined}>
      <PageLink page={first} onNavigate={onNavigate}>
        {words}
      </PageLink>
      {isOpen ? pages : null}
    </li>
  );
}

type LinkProps = Pick<SideNavigationProps, 'onNavigate'> & {
  page: NavPage;
  isOpen?: boolean;
  children: React.ReactNode;
};

function PageLink({ page, isOpen, onNavigate, children }: LinkProps) {
  const path = pathOf(page);
  const go = (event: MouseEvent) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    onNavigate(path);
  };
  return (
    <a href={path} aria-current={isOpen ? 'page' : undefined} onClick={go}>
      {children}
    </a>
  );
}

import IconArrowLeft from '@tabler/icons-react/dist/esm/icons/IconArrowLeft.mjs';
import { useLocation } from '@tanstack/react-router';
import { useState } from 'react';
import { readIconId } from '#contract/site/navigation-icons.ts';
import { useT } from '../../i18n/use-t.tsx';
import { paths } from '../../base/paths.ts';
import classes from './Frame.module.css';

/** Pages that an `iconId` opens rather than leads back from. */
const navigationPages: readonly string[] = [paths.top, paths.setupNavi, paths.backToNavi];

const isWithin = (path: string, page: string) => path === page || path.startsWith(`${page}/`);

/** The navigation page that the page was reached from; remembered while one stays on the page and those below it. */
export function useNaviIcon(): string | undefined {
  const pathname = useLocation({ select: (location) => location.pathname });
  const asked = useLocation({ select: ({ search }) => readIconId((search as { iconId?: unknown }).iconId) });
  const [came, setCame] = useState<{ to: string; iconId: string }>();
  if (asked && came?.iconId !== asked && !navigationPages.includes(pathname)) setCame({ to: pathname, iconId: asked });
  else if (came && !isWithin(pathname, came.to)) setCame(undefined);
  return came?.iconId;
}

/** The back link of a page that was reached from a navigation page (spec section 2). */
export function BackToNavi({ iconId, onNavigate }: { iconId: string; onNavigate: (path: string) => void }) {
  const t = useT();
  const href = `${paths.backToNavi}?iconId=${iconId}`;
  return (
    <a
      className={classes.backToNavi}
      href={href}
      onClick={(event) => {
        if (event.ctrlKey || event.metaKey || event.shiftKey) return;
        event.preventDefault();
        onNavigate(href);
      }}
    >
      <IconArrowLeft size={16} aria-hidden="true" />
      {t('ui.backToNavi')}
    </a>
  );
}

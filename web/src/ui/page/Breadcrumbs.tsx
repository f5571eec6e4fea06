import IconArrowLeft from '@tabler/icons-react/dist/esm/icons/IconArrowLeft.mjs';
import type { ReactElement } from 'react';
import { useT } from '../../i18n/use-t.tsx';
import classes from '../text/text.module.css';

/** The way to a detail page: links, then the page's own name. */
export function Breadcrumbs({ links, here }: { links: readonly ReactElement[]; here: string }) {
  const t = useT();
  return (
    <nav className={classes.breadcrumbs} aria-label={t('ui.breadcrumbs')}>
      <ol>
        {links.map((link, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the place in the way is what tells two crumbs apart
          <li key={index}>{link}</li>
        ))}
        <li aria-current="page">{here}</li>
      </ol>
    </nav>
  );
}

/** The way back to the navigation page somebody came from (spec section 2, `iconId`). */
export function BackLink({ href, children }: { href: string; children: string }) {
  return (
    <a className={classes.backLink} href={href}>
      <IconArrowLeft size={16} aria-hidden="true" />
      {children}
    </a>
  );
}

import { Link } from '@tanstack/react-router';
import { useT } from '../i18n/use-t.tsx';
import { SectionNav } from '../ui/page/SectionNav.tsx';
import { usePlace } from './use-place.ts';

/** The tabs of the open page: its parts that have addresses of their own. Nothing where it is one. */
export function PartTabs() {
  const t = useT();
  const place = usePlace();
  if (!place || place.page.parts.length < 2) return null;
  return (
    <SectionNav
      label={t(place.page.label)}
      links={place.page.parts.map(({ path, label }) => ({
        id: path,
        link: (
          <Link to={path} activeOptions={{ includeSearch: false }}>
            {t(label)}
          </Link>
        ),
      }))}
    />
  );
}

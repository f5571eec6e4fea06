import { Link } from '@tanstack/react-router';
import { Breadcrumbs } from '../ui/page/Breadcrumbs.tsx';
import { useT } from '../i18n/use-t.tsx';
import { lastSearch } from './last-search.ts';
import { usePlace } from './use-place.ts';

type Props = {
  /** The page's own name. */
  here: string;
  /** What is between: the group a group is in. */
  more?: readonly React.ReactElement[];
};

/** The way to a detail page, by the table of navigation: the page it belongs to, as that was left. */
export function PlaceCrumbs({ here, more = [] }: Props) {
  const t = useT();
  const part = usePlace()?.part;
  const links = part
    ? [
        <Link key="place" to={part.path} search={lastSearch(part.path)} activeOptions={{ exact: true }}>
          {t(part.label)}
        </Link>,
      ]
    : [];
  return <Breadcrumbs links={[...links, ...more]} here={here} />;
}

import { useEffect, useMemo, useState } from 'react';
import type { GuideEntry } from '#contract/site/guides.ts';
import { paths } from '../../base/paths.ts';
import { useT } from '../../i18n/use-t.tsx';
import type { FoundThing, FrameProps } from '../layout/frame-types.ts';
import { ranked } from './rank.ts';

/** So few that users and groups stay in sight below them. */
const MOST = 3;

/** The guides that answer a search, to be listed below pages and settings. Where their list cannot be had, none is found. */
export function useFoundGuides(guides: FrameProps['guides'], keyword: string): readonly FoundThing[] {
  const t = useT();
  const [entries, setEntries] = useState<readonly GuideEntry[]>([]);
  useEffect(() => {
    let gone = false;
    guides?.().then(
      (list) => gone || setEntries(list),
      () => undefined,
    );
    return () => {
      gone = true;
    };
  }, [guides]);
  return useMemo(() => {
    const all = entries.map(({ id, title, search }) => ({
      path: paths.guide(id),
      label: title,
      kind: t('ui.guides.title'),
      keywords: search,
    }));
    return ranked(all, keyword).slice(0, MOST);
  }, [entries, keyword, t]);
}

import { queryOptions } from '@tanstack/react-query';
import type { Guide, GuideEntry, GuideId } from '#contract/site/guides.ts';
import { portalTexts } from '../../i18n/texts.ts';

/** The build writes the hash of all guides here. */
declare const __GUIDES_HASH__: string;

async function fetchGuides<Content>(file: string, signal: AbortSignal): Promise<Content> {
  const answer = await fetch(`/assets/guides/${__GUIDES_HASH__}/${portalTexts.language}/${file}.json`, { signal });
  if (!answer.ok) throw new Error(`guides: HTTP ${answer.status}`);
  return answer.json();
}

/** All guides, in the order of the contract; the files never change under their address. */
export const guideListQuery = queryOptions({
  queryKey: ['guides'],
  queryFn: ({ signal }) => fetchGuides<GuideEntry[]>('index', signal),
  staleTime: Number.POSITIVE_INFINITY,
});

export const guideQuery = (id: GuideId) =>
  queryOptions({
    queryKey: ['guides', id],
    queryFn: ({ signal }) => fetchGuides<Guide>(id, signal),
    staleTime: Number.POSITIVE_INFINITY,
  });

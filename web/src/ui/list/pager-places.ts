/** What a pager shows: the first and last row of the page (both 0 when there are none) and the number of the last page. */
export function pagerPlaces(
  page: number,
  pageSize: number,
  totalResults: number,
): { from: number; to: number; last: number } {
  const last = Math.max(1, Math.ceil(totalResults / pageSize));
  if (totalResults === 0) return { from: 0, to: 0, last };
  const from = (page - 1) * pageSize + 1;
  return { from, to: Math.min(page * pageSize, Math.max(totalResults, from)), last };
}

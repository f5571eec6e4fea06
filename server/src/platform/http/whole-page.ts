/** A list that is answered whole, as a page of results (spec section 3): for those that are short by their nature. */
export const wholePage = <T>(results: T[]) => ({
  results,
  totalResults: results.length,
  itemsPerPage: results.length,
});

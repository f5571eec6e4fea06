import { useState } from 'react';
import { type ListSelection, nothingChosen } from './list-types.ts';

/** Rows that were chosen stay so in other searches and on other pages. "All that match" belongs to its search. */
export function useSelection(condition: unknown): [ListSelection, (selection: ListSelection) => void] {
  const key = JSON.stringify(condition);
  const [chosen, choose] = useState({ key, selection: nothingChosen });
  const selection = chosen.selection.all && chosen.key !== key ? nothingChosen : chosen.selection;
  return [selection, (next) => choose({ key, selection: next })];
}

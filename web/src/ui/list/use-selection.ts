import { useState } from 'react';
import { type ListSelection, nothingChosen } from './list-types.ts';

/** Chosen rows belong to the search they were chosen in: another search begins with none. */
export function useSelection(condition: unknown): [ListSelection, (selection: ListSelection) => void] {
  const key = JSON.stringify(condition);
  const [chosen, choose] = useState({ key, selection: nothingChosen });
  const selection = chosen.key === key ? chosen.selection : nothingChosen;
  return [selection, (next) => choose({ key, selection: next })];
}

import { inOneForm, toLower } from '#contract/text-forms.ts';

const fold = (name: string) => toLower(inOneForm(name.trim()));

/** The tags that hold the keyword, those chosen before on top, so that one sees what there is to untick. */
export function orderTags(names: readonly string[], before: readonly string[], keyword: string): string[] {
  const wanted = fold(keyword);
  const matching = names.filter((name) => fold(name).includes(wanted));
  return [...matching.filter((name) => before.includes(name)), ...matching.filter((name) => !before.includes(name))];
}

/** The new tag that a keyword could become; nothing where it is one already or empty. */
export function tagToMake(names: readonly string[], keyword: string): string | undefined {
  const wanted = inOneForm(keyword.trim());
  return wanted === '' || names.some((name) => fold(name) === fold(wanted)) ? undefined : wanted;
}

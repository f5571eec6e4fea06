import * as field from '#contract/fields.ts';
import { isVisibleName } from '#contract/visible-name.ts';

const name = field.text(64).refine((value) => value.trim() !== '' && isVisibleName(value));

/** A name as Portico keeps one; one that does not fit is left out, so that a strange claim keeps nobody from joining. */
export const claimedName = (value: unknown): string => name.safeParse(value).data?.trim() ?? '';

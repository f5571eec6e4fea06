import { useState } from 'react';
import type { ErrorId } from '#contract/errors.ts';
import { useT } from '../../i18n/use-t.tsx';
import { fieldMistakes } from '../failure.ts';

/** Refusals of the server, shown at the boxes that they are about, until something is changed. */
export function useBoxRefusals<Box extends string>(boxes: readonly Box[]) {
  const t = useT();
  const [refused, setRefused] = useState<Partial<Record<Box, ErrorId>>>({});
  return {
    /** True when every part of a refusal is about a box. */
    take: (error: unknown): boolean => {
      const found = fieldMistakes(error, {}, boxes);
      if (found) setRefused(found);
      return found !== undefined;
    },
    forget: () => setRefused({}),
    error: (box: Box): string | undefined => (refused[box] ? t(`errors.${refused[box]}`) : undefined),
  };
}

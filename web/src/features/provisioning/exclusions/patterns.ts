import { isExclusionPattern, MAX_EXCLUDED_PATTERNS } from '#contract/provisioning/values.ts';

/** The patterns of lines that were typed, as they are sent. */
export const patternsOf = (lines: readonly string[]): string[] => {
  const typed = lines.map((line) => line.trim().toLowerCase()).filter(Boolean);
  return [...new Set(typed)].sort();
};

export const wrongPattern = (patterns: readonly string[]): boolean =>
  patterns.length > MAX_EXCLUDED_PATTERNS || !patterns.every(isExclusionPattern);

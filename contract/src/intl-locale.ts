/**
 * The locale of `Intl` for a language of ours: `Intl` takes `pt` as Brazilian, but our `pt` is that of Portugal, which
 * writes numbers, dates and the plural of 0 in another way.
 */
export const intlLocale = (language: string): string => (language === 'pt' ? 'pt-PT' : language.replaceAll('_', '-'));

/** What the server wrote into `<html>` of portal.html; what it did not write keeps its placeholder. */
export function pageProduct(): string {
  const product = document.documentElement.dataset.product;
  return product && !product.startsWith('__') ? product : 'Portico';
}

/** The colour of the tenant that is probably signed in to: it is worn until the tenant itself is known. */
export function pageThemeColor(): string | undefined {
  return document.documentElement.dataset.themeColor;
}

/** Developers' pages are offered only where the server says `development`. */
export function isDevelopment(): boolean {
  return document.documentElement.dataset.mode === 'development';
}

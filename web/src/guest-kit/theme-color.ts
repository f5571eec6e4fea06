/** Gives the page a tenant's colour, or the product's back. The reckoning of its shades is loaded only for that. */
export async function wearThemeColor(themeColor: string | null): Promise<void> {
  const { applyThemeColor } = await import('../theme/apply-theme-color.ts');
  applyThemeColor(themeColor);
}

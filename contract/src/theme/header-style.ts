/** How the header uses the tenant's color: as a line above a neutral background, or as the background. */
export const headerStyles = ['plain', 'coloured'] as const;
export type HeaderStyle = (typeof headerStyles)[number];

/** How the header wears the tenant's colour: as a line above a neutral ground, or as its whole ground. */
export const headerStyles = ['plain', 'coloured'] as const;
export type HeaderStyle = (typeof headerStyles)[number];

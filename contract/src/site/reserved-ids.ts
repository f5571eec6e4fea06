/** Pages that stand where the page of a user or a device would, were it the ID of one. */
export const userPages = ['new', 'item-names', 'import', 'export', 'bulk', 'deleted'] as const;
export const devicePages = ['export'] as const;

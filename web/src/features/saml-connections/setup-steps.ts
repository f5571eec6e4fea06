/** How a connection is set up: the first three steps in the dialog that adds it, the others on its page. */
export const setupSteps = ['name', 'register', 'metadata', 'test', 'switchOn'] as const;

import { z } from 'zod';

export const themeColor = z.string().regex(/^#[0-9a-fA-F]{6}$/);

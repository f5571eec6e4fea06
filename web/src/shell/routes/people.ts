import { groupRoutes } from './groups.tsx';
import { userRoutes } from './users.tsx';

/** Pages of administrators about users and groups. */
export const routes = [...userRoutes, ...groupRoutes] as const;

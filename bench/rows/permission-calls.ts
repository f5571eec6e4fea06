import { serviceClass } from '../portico/grants.ts';

export type Ask = <Answer = unknown>(call: string, body?: object) => Promise<{ millis: number; answer: Answer }>;

export const licensePath = (id: string) => `/availableServices/${serviceClass}/licenses/${id}`;

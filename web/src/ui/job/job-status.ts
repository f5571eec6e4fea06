import type { Tone } from '../text/StatusBadge.tsx';

/** The states of a job (spec section 3), and those of one that is looked through before it is carried out. */
export type JobStatus =
  | 'accepting'
  | 'checking'
  | 'previewed'
  | 'processing'
  | 'completed'
  | 'canceled'
  | 'error'
  | 'validation_error';

export const jobTone: Readonly<Record<JobStatus, Tone>> = {
  accepting: 'neutral',
  checking: 'neutral',
  previewed: 'warning',
  processing: 'neutral',
  completed: 'good',
  canceled: 'neutral',
  error: 'bad',
  validation_error: 'bad',
};

/** Whether it goes on by itself; `previewed` waits for somebody. */
export function isRunning(status: JobStatus): boolean {
  return status === 'accepting' || status === 'checking' || status === 'processing';
}

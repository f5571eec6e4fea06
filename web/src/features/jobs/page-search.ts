import { jobKinds } from '#contract/site/jobs-fields.ts';
import { listAddress, oneOf, uuid } from '../../ui/list/address.ts';

/** The address of the page of jobs: the kind that is shown, and the place in the list. */
export const jobAddress = listAddress({ kind: oneOf(jobKinds), cursor: uuid });
export type JobSearch = Partial<ReturnType<typeof jobAddress.read>>;

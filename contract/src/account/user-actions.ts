/** The `userAction` of somebody who opens a service at the portal: their use of the `serviceClass` is noted. */
export const OPEN_SERVICE = 'openService';

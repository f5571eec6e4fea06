/** `userAction` of opening a service from the portal; it counts as use of the `serviceClass`. */
export const OPEN_SERVICE = 'openService';

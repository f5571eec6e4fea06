/** Stands in for `pickers/dialogs.ts`, whose texts come with the first that is opened: here the page has them. */
export { default as AddUsersDialog } from '../src/pickers/AddUsersDialog.tsx';
export { default as AddDevicesDialog } from '../src/pickers/AddDevicesDialog.tsx';
export { default as GroupConfirmDialog } from '../src/pickers/GroupConfirmDialog.tsx';
export { default as GroupDialog } from '../src/pickers/GroupDialog.tsx';

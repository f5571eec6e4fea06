import { isCardNumber } from '../../../../base/device-login/NumberDialog.tsx';
import type { DeviceLogin } from './use-device-acts.ts';

export type AccountType = DeviceLogin['accounts'][number]['type'];

/** The device types that can take another account, each with the types of accounts there is still room for. */
export function roomFor({
  deviceTypes,
  accounts,
  maxCardsPerDeviceType,
}: Pick<DeviceLogin, 'deviceTypes' | 'accounts' | 'maxCardsPerDeviceType'>): DeviceLogin['deviceTypes'] {
  const held = (deviceType: string, type: AccountType) =>
    accounts.filter((one) => one.deviceType === deviceType && one.type === type).length;
  const most = (type: AccountType) => (type === 'card' ? maxCardsPerDeviceType : 1);
  return deviceTypes
    .map(({ deviceType, types }) => ({
      deviceType,
      types: types.filter((type) => held(deviceType, type) < most(type)),
    }))
    .filter(({ types }) => types.length > 0);
}

/** Whether a text can be a card's number, or the id of an address book's entry; as the server reads it. */
export function isAccountNumber(type: AccountType, text: string): boolean {
  return type === 'card' ? isCardNumber(text) : /^[!-~]{1,64}$/.test(text.trim());
}

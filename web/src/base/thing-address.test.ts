import { expect, test } from 'vitest';
import { addressOfDevice, addressOfUser, idOfAddress } from './thing-address.ts';

test('an id that is the name of a page is still an id', () => {
  for (const [address, of] of [
    [addressOfDevice('Export'), '~Export'],
    [addressOfDevice('new'), 'new'],
    [addressOfUser('new'), '~new'],
    [addressOfUser('taro'), 'taro'],
  ]) {
    expect(address).toBe(of);
    expect(idOfAddress(address ?? '')).toBe(of?.replace('~', ''));
  }
});

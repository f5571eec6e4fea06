import { describe, expect, it } from 'vitest';
import { deviceAddress, conditionOf, countFilters, deviceBody } from './list-search.ts';

describe('the address of the list of devices', () => {
  it('is read without what makes no sense', () => {
    expect(deviceAddress.read({})).toEqual({});
    expect(
      deviceAddress.read({
        keyword: ' lobby ',
        deviceId: 7,
        type: 'PorticoMfp',
        role: 'King',
        idle: '30',
        sort: 'deviceId',
        order: 'descending',
        count: 50,
        page: 3,
        cursor: 'abc',
        seen: 'days7',
        group: '01900000-0000-7000-8000-00000000000a',
        other: 1,
      }),
    ).toEqual({
      keyword: 'lobby',
      deviceId: '7',
      type: 'PorticoMfp',
      idle: 30,
      order: 'descending',
      count: 50,
      page: 3,
      seen: 'days7',
      group: '01900000-0000-7000-8000-00000000000a',
    });
    expect(deviceAddress.read({ cursor: 'a-b_C9', seen: 'custom', group: 'all', sort: 'comment' })).toEqual({
      cursor: 'a-b_C9',
      sort: 'comment',
    });
    expect(deviceAddress.read({ cursor: 'no cursor' })).toEqual({});
    expect(deviceAddress.read({ idle: 0, page: 1, count: 20, comment: 'x'.repeat(300) })).toEqual({
      comment: 'x'.repeat(256),
    });
  });

  it('goes back to the first page when it changes', () => {
    expect(deviceAddress.changed({ page: 4, type: 'PowerMeter' }, { keyword: 'a' })).toEqual({
      keyword: 'a',
      type: 'PowerMeter',
    });
    expect(deviceAddress.changed({ cursor: 'abc' }, { sort: 'createdAt' })).toEqual({ sort: 'createdAt' });
    expect(deviceAddress.changed({ role: 'User' }, { role: undefined })).toEqual({});
  });

  it('asks the server for what is set', () => {
    const search = { keyword: 'a', type: 'PowerMeter', role: 'User', idle: 3, page: 2 } as const;
    expect(conditionOf(search)).toEqual({ keyword: 'a', deviceType: ['PowerMeter'], role: 'User', notSeenForDays: 3 });
    expect(countFilters(search)).toBe(2);
    const group = '01900000-0000-7000-8000-00000000000a';
    expect(conditionOf({ seen: 'hours24', group })).toEqual({
      lastSeen: { periodType: 'hours24' },
      group: { uuid: group, members: 'all', included: true },
    });
    expect(deviceBody({ cursor: 'abc' })).toMatchObject({ cursor: 'abc' });
    expect(deviceBody({ cursor: 'abc' })).not.toHaveProperty('page');
    expect(deviceBody(search)).toMatchObject({ sort: 'deviceId', order: 'ascending', count: 20, page: 2 });
  });
});

import { describe, expect, it } from 'vitest';
import { canonicalTimezone, defaultTimezone, instantAt, isTimezone, timezones, wallClock } from './timezones.ts';

describe('canonicalTimezone', () => {
  it.each([
    ['Asia/Calcutta', 'Asia/Kolkata'],
    ['Asia/Saigon', 'Asia/Ho_Chi_Minh'],
    ['Asia/Katmandu', 'Asia/Kathmandu'],
    ['Asia/Rangoon', 'Asia/Yangon'],
    ['US/Pacific', 'America/Los_Angeles'],
    ['US/Samoa', 'Pacific/Pago_Pago'],
    ['Japan', 'Asia/Tokyo'],
    ['GB', 'Europe/London'],
    ['GB-Eire', 'Europe/London'],
    ['PRC', 'Asia/Shanghai'],
    ['ROK', 'Asia/Seoul'],
    ['Iceland', 'Atlantic/Reykjavik'],
    ['Europe/Kiev', 'Europe/Kyiv'],
    ['America/Godthab', 'America/Nuuk'],
    ['EST5EDT', 'America/New_York'],
    ['CET', 'Europe/Brussels'],
    ['UTC', 'Etc/UTC'],
    ['Zulu', 'Etc/UTC'],
    ['Etc/UCT', 'Etc/UTC'],
    ['GMT', 'Etc/GMT'],
    ['Asia/Tokyo', 'Asia/Tokyo'],
    ['Europe/Bratislava', 'Europe/Bratislava'],
    ['constructor', 'constructor'],
  ])('maps %s to %s', (alias, zone) => expect(canonicalTimezone(alias)).toBe(zone));

  it('maps every zone of the platform to a canonical one', () => {
    for (const listed of Intl.supportedValuesOf('timeZone')) expect(isTimezone(canonicalTimezone(listed))).toBe(true);
  });
});

it.each([
  [defaultTimezone, true],
  ['Asia/Kolkata', true],
  ['Etc/GMT+12', true],
  ['Etc/GMT-14', true],
  ['Asia/Calcutta', false],
  ['asia/tokyo', false],
  ['+09:00', false],
  ['Etc/GMT-15', false],
  ['Mars/Olympus', false],
  ['', false],
])('isTimezone(%j) is %s', (value, wanted) => expect(isTimezone(value)).toBe(wanted));

it('lists only zones that have a clock', () => {
  const now = new Date('2025-06-15T12:00:00Z');
  expect(timezones().size).toBeGreaterThan(400);
  for (const zone of timezones()) expect(instantAt(wallClock(now, zone), zone)).toEqual(now);
});

import type { ListSort } from '../ui/list/list-types.ts';

export type SampleUser = {
  userId: string;
  name: string;
  department: string;
  active: boolean;
  loginedAt: string;
  devices: number;
};

const names = [
  '山田 太郎',
  'Amélie Laurent',
  '佐藤 花子',
  'John Miller',
  '鈴木 一郎',
  'Ingrid Sørensen',
  '',
  'สมชาย ใจดี',
  '김민준',
  'Zoë Müller-Lüdenscheidt',
];
const departments = ['Sales', '開発部', 'Facility management and procurement', '総務部'];

function sampleUser(index: number): SampleUser {
  return {
    userId: `user${String(index + 1).padStart(5, '0')}`,
    name: names[index % names.length] ?? '',
    department: departments[index % departments.length] ?? '',
    active: index % 4 !== 2,
    loginedAt: new Date(Date.UTC(2025, 0, 31, 9) - index * 3_700_000).toISOString(),
    devices: (index * 37) % 1200,
  };
}

export const sampleUsers: readonly SampleUser[] = Array.from({ length: 23 }, (_, index) => sampleUser(index));
export const manyUsers: readonly SampleUser[] = Array.from({ length: 10_000 }, (_, index) => sampleUser(index));

export function findUsers(users: readonly SampleUser[], keyword: string): SampleUser[] {
  const wanted = keyword.toLocaleLowerCase();
  return users.filter(({ name, userId }) => `${name} ${userId}`.toLocaleLowerCase().includes(wanted));
}

export function sorted(users: readonly SampleUser[], { column, order }: ListSort): SampleUser[] {
  const key = column as keyof SampleUser;
  const sign = order === 'asc' ? 1 : -1;
  return [...users].sort((a, b) => sign * String(a[key]).localeCompare(String(b[key])));
}

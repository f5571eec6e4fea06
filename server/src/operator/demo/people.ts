import { administratorRole } from '#contract/roles.ts';

/** Who lives in the demo tenants. */
export interface DemoPerson {
  userId: string;
  familyName: string;
  givenName: string;
  department: string;
  location: string;
  groups: string[];
  roles?: string[];
  status?: 'registering' | 'inactive';
}

export interface DemoTenant {
  tenantId: string;
  name: string;
  locale: string;
  timezone: string;
  country: string;
  groups: Record<string, string>;
  people: DemoPerson[];
}

type Row = [userId: string, family: string, given: string, department: string, location: string, ...groups: string[]];

const person = ([userId, familyName, givenName, department, location, ...groups]: Row): DemoPerson => ({
  userId,
  familyName,
  givenName,
  department,
  location,
  groups,
});

const demoPeople: DemoPerson[] = [
  { ...person(['admin', '佐藤', '直子', '情報システム部', '東京本社', 'everyone', 'it']), roles: [administratorRole] },
  person(['taro', '山田', '太郎', '営業部', '東京本社', 'everyone', 'sales']),
  person(['hanako.suzuki', '鈴木', '花子', '営業部', '東京本社', 'everyone', 'sales']),
  person(['kenta.takahashi', '高橋', '健太', '営業部', '大阪支社', 'everyone', 'sales']),
  person(['misaki.ito', '伊藤', '美咲', '開発部', '東京本社', 'everyone', 'development']),
  person(['ren.watanabe', '渡辺', '蓮', '開発部', '福岡支店', 'everyone', 'development']),
  person(['anna.schmidt', 'Schmidt', 'Anna', 'Engineering', 'Berlin', 'everyone', 'development']),
  person(['james.wilson', 'Wilson', 'James', 'Engineering', 'London', 'everyone', 'development']),
  person(['sofia.garcia', 'García', 'Sofía', 'Sales', 'Madrid', 'everyone', 'sales']),
  person(['yuko.nakamura', '中村', '裕子', '総務部', '東京本社', 'everyone', 'general-affairs']),
  person(['osamu.kobayashi', '小林', '修', '経理部', '東京本社', 'everyone', 'general-affairs']),
  person(['linh.nguyen', 'Nguyễn', 'Linh', 'Customer Support', 'Singapore', 'everyone', 'it']),
  { ...person(['aoi.kato', '加藤', '葵', '人事部', '大阪支社', 'everyone']), status: 'registering' },
  { ...person(['hiroshi.yoshida', '吉田', '浩', '製造部', '仙台工場', 'everyone']), status: 'inactive' },
];

const annexPeople: DemoPerson[] = [
  { ...person(['admin', '佐藤', '直子', 'IT', 'London', 'everyone']), roles: [administratorRole] },
  person(['taro', '山田', '太郎', 'Sales', 'Paris', 'everyone', 'sales']),
  person(['chloe.moreau', 'Moreau', 'Chloé', 'Sales', 'Paris', 'everyone', 'sales']),
  person(['david.taylor', 'Taylor', 'David', 'Finance', 'London', 'everyone']),
];

/** An administrator `admin` with one mail address in both tenants, an ordinary user `taro`, and some colleagues. */
export const demoTenants: readonly DemoTenant[] = [
  {
    tenantId: 'demo',
    name: 'Demo 株式会社',
    locale: 'en',
    timezone: 'Asia/Tokyo',
    country: 'JP',
    groups: {
      everyone: 'Everyone',
      sales: '営業 / Sales',
      development: '開発',
      it: '情報システム',
      'general-affairs': '総務・経理',
    },
    people: demoPeople,
  },
  {
    tenantId: 'annex',
    name: 'Annex Ltd',
    locale: 'en',
    timezone: 'Europe/London',
    country: 'GB',
    groups: { everyone: 'Everyone', sales: 'Sales' },
    people: annexPeople,
  },
];

/** The address the administrator of both tenants signs in with. */
export const ADMIN_MAIL_ADDRESS = 'admin@demo.example';

export const mailAddressOf = (tenantId: string, userId: string) =>
  userId === 'admin' ? ADMIN_MAIL_ADDRESS : `${userId}@${tenantId}.example`;

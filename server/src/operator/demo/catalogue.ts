import type { z } from 'zod';
import type { newDevice } from '#contract/operator/devices.ts';
import type { newContract } from '#contract/operator/contracts.ts';
import type { newLicense } from '#contract/operator/licenses.ts';
import type { newService } from '#contract/operator/services.ts';
import { UNLIMITED_VOLUME } from '#contract/limits.ts';

/** White drawing on a coloured ground. */
const icon = (colour: string, drawing: string) =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 48 48"><rect width="48" height="48" rx="11" fill="${colour}"/>` +
  `<g fill="none" stroke="#fff" stroke-width="3" stroke-linecap="round" stroke-linejoin="round">${drawing}</g></svg>`;

const page = (name: string, path = '') => ({ default: `https://${name}.example/${path}` });

/** What the provider of the demo offers. */
export const demoServices: readonly z.input<typeof newService>[] = [
  {
    serviceClass: 'print-flow',
    names: { en: 'Print Flow', ja: 'プリントフロー' },
    descriptions: {
      en: 'Print from anywhere and collect at any device.',
      ja: 'どこからでも印刷を指示し、どの機器でも受け取れます。',
    },
    linkURLs: { ...page('print-flow'), eu: 'https://eu.print-flow.example/' },
    adminLinkURLs: page('print-flow', 'admin/'),
    icon: icon('#2f5bd0', '<path d="M15 20v-9h18v9M15 34h-4V20h26v14h-4"/><path d="M15 29h18v9H15z"/>'),
  },
  {
    serviceClass: 'scan-desk',
    names: { en: 'Scan Desk', ja: 'スキャンデスク' },
    descriptions: {
      en: 'Scans become searchable documents in your folders.',
      ja: 'スキャンした紙を検索できる文書としてフォルダーに保存します。',
    },
    linkURLs: page('scan-desk'),
    icon: icon('#0f7c6c', '<path d="M12 24h24M16 18v-6h16v6M16 30v6h16v-6"/>'),
  },
  {
    serviceClass: 'meeting-board',
    names: { en: 'Meeting Board', ja: 'ミーティングボード' },
    descriptions: {
      en: 'One whiteboard for everybody in the room and outside.',
      ja: '会議室の中でも外でも、同じホワイトボードを使えます。',
    },
    linkURLs: page('meeting-board'),
    icon: icon('#a8480c', '<path d="M10 12h28v18H10zM24 30v6M18 37h12M16 24l5-5 4 4 7-7"/>'),
  },
  {
    serviceClass: 'expense-box',
    names: { en: 'Expense Box', ja: '経費ボックス' },
    descriptions: { en: 'Receipts in, refunds out.', ja: '領収書を撮るだけで経費を精算できます。' },
    linkURLs: page('expense-box'),
    icon: icon('#8a2f86', '<path d="M14 10h20v28l-5-3-5 3-5-3-5 3zM19 18h10M19 25h10"/>'),
  },
  {
    serviceClass: 'device-insight',
    names: { en: 'Device Insight', ja: 'デバイスインサイト' },
    descriptions: {
      en: 'How all devices are doing, seen from one place.',
      ja: 'すべての機器の状態を1か所で確認できます。',
    },
    adminLinkURLs: page('device-insight', 'console/'),
    icon: icon('#3c4a63', '<path d="M9 26h7l4-10 7 18 4-8h8"/>'),
  },
];

/** Who may use a licence: all users but some, some users, or all devices of some types. */
export type DemoPermission = { allBut: string[] } | { only: string[] } | { types: string[] };

export interface DemoContract {
  contract: z.input<typeof newContract>;
  licenses: (Omit<z.input<typeof newLicense>, 'contractId'> & { suspended?: boolean; permitted?: DemoPermission })[];
}

const year = (offset: number, now: Date) => new Date(Date.UTC(now.getUTCFullYear() + offset, 3, 1)).toISOString();

/** What each demo tenant has of it. Device types name the product. */
export function demoContracts(product: string, now: Date): Record<string, DemoContract[]> {
  const printing = [`${product}Mfp`, `${product}Iwb`];
  return {
    demo: [
      {
        contract: {
          contractId: 'DC-2041',
          ratePlanName: 'Office Standard',
          startsAt: year(-1, now),
          endsAt: year(2, now),
        },
        licenses: [
          {
            licenseId: 'print-flow-standard',
            serviceClass: 'print-flow',
            volume: 500,
            permitted: { allBut: ['hiroshi.yoshida'] },
          },
          {
            licenseId: 'scan-desk-team',
            serviceClass: 'scan-desk',
            volume: 8,
            availableRoles: ['User'],
            permitted: { only: ['taro', 'hanako.suzuki', 'kenta.takahashi', 'sofia.garcia', 'osamu.kobayashi'] },
          },
          {
            licenseId: 'meeting-board',
            serviceClass: 'meeting-board',
            volume: UNLIMITED_VOLUME,
            permitted: { allBut: [] },
          },
          {
            licenseId: 'print-flow-device',
            serviceClass: 'print-flow',
            volumeType: 'device',
            volume: 40,
            availableDeviceTypes: printing,
            permitted: { types: [`${product}Mfp`] },
          },
          {
            licenseId: 'device-insight',
            serviceClass: 'device-insight',
            volumeType: 'device',
            volume: 200,
            permitted: { types: [`${product}Mfp`, `${product}Iwb`] },
          },
        ],
      },
      {
        contract: {
          contractId: 'DC-1187',
          ratePlanName: 'Expense Trial',
          startsAt: year(-2, now),
          endsAt: year(-1, now),
        },
        licenses: [{ licenseId: 'expense-box-trial', serviceClass: 'expense-box', volume: 25 }],
      },
      {
        contract: { contractId: 'DC-2207', ratePlanName: 'Scan Archive', startsAt: year(-1, now) },
        licenses: [{ licenseId: 'scan-desk-archive', serviceClass: 'scan-desk', volume: 100, suspended: true }],
      },
    ],
    annex: [
      {
        contract: { contractId: 'AX-100', ratePlanName: 'Office Standard', startsAt: year(-1, now) },
        licenses: [
          { licenseId: 'print-flow-standard', serviceClass: 'print-flow', volume: 20, permitted: { allBut: [] } },
        ],
      },
    ],
  };
}

/** The devices of the demo tenants. */
export function demoDevices(product: string): Record<string, z.input<typeof newDevice>[]> {
  const [mfp, board] = [`${product}Mfp`, `${product}Iwb`];
  return {
    demo: [
      { deviceId: 'tokyo-1f-lobby', serialId: 'E204K100231', deviceType: mfp, description: '東京本社 1F 受付' },
      { deviceId: 'tokyo-3f-sales', serialId: 'E204K100232', deviceType: mfp, description: '東京本社 3F 営業部' },
      { deviceId: 'osaka-2f', serialId: 'E204K100540', deviceType: mfp, description: '大阪支社 2F' },
      {
        deviceId: 'berlin-office',
        serialId: 'E204K201118',
        deviceType: mfp,
        description: 'Berlin, next to the kitchen',
      },
      { deviceId: 'tokyo-room-a', serialId: 'D75-004411', deviceType: board, description: '東京本社 会議室A' },
      {
        deviceId: 'london-board',
        serialId: 'D75-004498',
        deviceType: board,
        description: 'London, meeting room Thames',
      },
      { deviceId: 'sendai-meter-1', serialId: 'PM-77120', deviceType: 'PowerMeter', description: '仙台工場 第1棟' },
      { deviceId: 'tokyo-scanner', serialId: 'FS-2200-09', deviceType: 'PfuScanner' },
    ],
    annex: [{ deviceId: 'paris-mfp', serialId: 'E204K300007', deviceType: mfp, description: 'Paris, 2nd floor' }],
  };
}

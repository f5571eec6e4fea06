/** Made-up people of the demo tenants: family and given names as written, with the spelling their addresses use. */
export type Spelled = readonly [written: string, latin: string];

const spelled = (list: string): readonly Spelled[] =>
  list.split(' ').map((entry) => {
    const [written = '', latin] = entry.split('=');
    return [
      written,
      (latin ?? written)
        .normalize('NFD')
        .replace(/[^A-Za-z]/g, '')
        .toLowerCase(),
    ];
  });

export const japaneseFamilies = spelled(
  '佐藤=Sato 鈴木=Suzuki 高橋=Takahashi 田中=Tanaka 伊藤=Ito 渡辺=Watanabe 山本=Yamamoto 中村=Nakamura 小林=Kobayashi ' +
    '加藤=Kato 吉田=Yoshida 山田=Yamada 佐々木=Sasaki 山口=Yamaguchi 松本=Matsumoto 井上=Inoue 木村=Kimura 林=Hayashi ' +
    '斎藤=Saito 清水=Shimizu 山崎=Yamazaki 森=Mori 池田=Ikeda 橋本=Hashimoto 阿部=Abe 石川=Ishikawa 山下=Yamashita ' +
    '中島=Nakajima 石井=Ishii 小川=Ogawa 前田=Maeda 岡田=Okada 長谷川=Hasegawa 藤田=Fujita 後藤=Goto 近藤=Kondo ' +
    '村上=Murakami 遠藤=Endo 青木=Aoki 坂本=Sakamoto 藤井=Fujii 西村=Nishimura 福田=Fukuda 太田=Ota 三浦=Miura ' +
    '岡本=Okamoto 松田=Matsuda 中川=Nakagawa 原田=Harada 小野=Ono 竹内=Takeuchi 和田=Wada 中山=Nakayama 石田=Ishida',
);

export const japaneseGivens = spelled(
  '陽翔=Haruto 蓮=Ren 湊=Minato 樹=Itsuki 悠真=Yuma 大翔=Hiroto 朝陽=Asahi 蒼=Ao 颯太=Sota 健太=Kenta 翔太=Shota 拓也=Takuya ' +
    '直樹=Naoki 大輔=Daisuke 誠=Makoto 隆=Takashi 修=Osamu 浩=Hiroshi 一郎=Ichiro 健一=Kenichi 葵=Aoi 結衣=Yui 陽菜=Hina ' +
    '凛=Rin 美咲=Misaki 愛=Ai 花子=Hanako 恵子=Keiko 由美子=Yumiko 直美=Naomi 真由美=Mayumi 智子=Tomoko 裕子=Yuko 久美子=Kumiko ' +
    '彩=Aya 舞=Mai 遥=Haruka 千尋=Chihiro 桃子=Momoko 麻衣=Mai 純=Jun 薫=Kaoru 光=Hikaru 翼=Tsubasa',
);

export const westernFamilies = spelled(
  'Smith Johnson Williams Brown Jones Miller Davis Wilson Anderson Taylor Thomas Moore Martin Jackson Thompson White ' +
    'García Martínez López Hernández González Pérez Sánchez Müller Schmidt Schneider Fischer Weber Wagner Becker ' +
    'Dubois Moreau Lefèvre Rossi Ferrari Bianchi Nowak Kowalski Novák Jensen Nilsson Virtanen Nguyễn Trần Kim Lee ' +
    'Petrov Silva Santos O’Brien',
);

export const westernGivens = spelled(
  'James Mary Robert Patricia John Jennifer Michael Linda David Elizabeth William Barbara Richard Susan Joseph Jessica ' +
    'Anna Lukas Sofía José María Zoë Chloé François Luca Giulia Jan Katarzyna Søren Astrid Aino Linh Minh Olivia Liam ' +
    'Emma Noah Ava Lucas Mia Elena Mateo Ingrid',
);

export const departments = [
  '営業部',
  '開発部',
  '総務部',
  '人事部',
  '経理部',
  '品質保証部',
  '製造部',
  '情報システム部',
  'Sales',
  'Engineering',
  'Human Resources',
  'Finance',
  'Customer Support',
  'Legal',
  'Logistics',
  'Research',
] as const;

export const locations = [
  '東京本社',
  '大阪支社',
  '名古屋支店',
  '福岡支店',
  '札幌支店',
  '仙台工場',
  'London',
  'Berlin',
  'Paris',
  'New York',
  'San Jose',
  'Singapore',
] as const;
